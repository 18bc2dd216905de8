package io.coxswain.apiserver.flow;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The seats and queues of one priority level.
 *
 * <p>Fair queuing for servers: a meter R advances by the seat-seconds that each busy queue is due.
 * Every queue has the reading of R at which its next request would begin if all queues were served
 * at once, bit by bit; the queue whose oldest request would then end first is served. When a
 * request begins, its queue is charged the estimated work; when it ends, the charge is corrected by
 * the time that it really took. A queue never begins before its oldest request arrived, so time in
 * which it was idle gives it no credit.
 *
 * <p>Thread-safe. The lock is not held while a request waits.
 */
final class PriorityLevel {
  /** The assumed time of a request, until it has ended. */
  private static final double SERVICE_SECONDS = 0.003;

  private final Env env;
  private final RetryAfter retryAfter = new RetryAfter();
  private final ReentrantLock lock = new ReentrantLock();
  private final SeatDemand demand;
  private final LevelTimings timings;
  private final RequestTimings requests;
  private @Nullable DispatchProgress progress;
  private volatile LevelConfig config;
  private List<Queue> queues = List.of();
  private int limit;
  private int nominal;
  private int least;
  private int most;
  private int seatsInUse;
  private int seatsWanted;
  private int executing;
  private int waiting;
  private int busyQueues;
  private int robin;
  private int enqueued;
  private double meter;
  private long lastNanos;

  /** A queue; belongs to the lock of its level. */
  static final class Queue {
    private final ArrayDeque<FlowTicket> waiting = new ArrayDeque<>();
    private double work;
    private double next;
    private int executing;
    private int seats;

    private boolean isBusy() {
      return executing > 0 || !waiting.isEmpty();
    }
  }

  /**
   * @param requests of all levels
   */
  PriorityLevel(Env env, LevelConfig config, RequestTimings requests) {
    this.env = env;
    this.requests = requests;
    this.config = config;
    this.lastNanos = env.clock().nanos();
    this.demand = new SeatDemand(lastNanos);
    this.timings = new LevelTimings(lastNanos);
  }

  LevelConfig config() {
    return config;
  }

  int nominal() {
    return nominal;
  }

  int least() {
    return least;
  }

  int most() {
    return most;
  }

  /** The most seats that one request may occupy; 0 if the level has no such limit. */
  int maxSeats() {
    LevelConfig now = config;
    return now.queues() == 0
        ? 0
        : (int)
            Math.max(
                1,
                Math.min(
                    Math.ceil(nominal * 0.15), (double) nominal / Math.max(1, now.handSize())));
  }

  /** Takes a new configuration; waiting requests stay in their queues. */
  void configure(LevelConfig wanted, int seats, int unlent, int withBorrowed) {
    lock.lock();
    try {
      sync();
      boolean first = nominal == 0 && limit == 0;
      config = wanted;
      nominal = seats;
      least = unlent;
      most = withBorrowed;
      if (first) {
        limit = seats - (seats - unlent) / 2;
      }
      List<Queue> all = new ArrayList<>(queues);
      while (all.size() < wanted.queues()) {
        all.add(new Queue());
      }
      queues = all;
      dropExcess();
      dispatch();
    } finally {
      lock.unlock();
    }
  }

  /** Removes queues beyond the configured number that have run empty. */
  private void dropExcess() {
    while (queues.size() > config.queues() && !queues.getLast().isBusy()) {
      queues.removeLast();
    }
  }

  /** What the level wanted since the last call. */
  SeatDemand.Observed observe(double smoothing) {
    lock.lock();
    try {
      return demand.reset(env.clock().nanos(), smoothing);
    } finally {
      lock.unlock();
    }
  }

  /** Notes what the level uses and wants from now on. */
  private void note(long now) {
    demand.set(seatsInUse + seatsWanted, now);
    timings.set(seatsInUse, seatsWanted, executing, waiting, now);
  }

  /** Relates the metrics of the level to so many seats. */
  void relateMetricsTo(int seats) {
    lock.lock();
    try {
      timings.relateTo(seats, config, env.clock().nanos());
    } finally {
      lock.unlock();
    }
  }

  /** Reads the metrics of the level. */
  <T> T read(BiFunction<LevelTimings, Long, T> reading) {
    lock.lock();
    try {
      return reading.apply(timings, env.clock().nanos());
    } finally {
      lock.unlock();
    }
  }

  /** The progress meter. */
  double meter() {
    lock.lock();
    try {
      return meter;
    } finally {
      lock.unlock();
    }
  }

  /** What the last dispatch saw; empty before the first. */
  Optional<DispatchProgress> progress() {
    lock.lock();
    try {
      return Optional.ofNullable(progress);
    } finally {
      lock.unlock();
    }
  }

  void limit(int seats) {
    lock.lock();
    try {
      sync();
      limit = seats;
      dispatch();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for seats.
   *
   * @param hash of the flow
   * @return the reason of a rejection; null if the request may be executed
   */
  @Nullable String enter(FlowTicket ticket, FlowSeries series, long hash, Duration patience) {
    long arrived = env.clock().nanos();
    lock.lock();
    try {
      sync(arrived);
      ticket.level = this;
      if (config.exempt()) {
        begin(ticket, series, null, arrived);
        return null;
      }
      if (config.queues() == 0) {
        if (!fits(ticket.work.maxSeats())) {
          return "concurrency-limit";
        }
        begin(ticket, series, null, arrived);
        return null;
      }
      Queue queue = choose(hash);
      if (seatsInUse >= limit && queue.waiting.size() >= config.queueLength()) {
        return "queue-full";
      }
      enqueue(ticket, series, queue);
      dispatch();
      if (ticket.state == FlowTicket.State.EXECUTING) {
        return null;
      }
      ticket.bell = env.tasks().newBell();
    } finally {
      lock.unlock();
    }
    return await(ticket, series, arrived, patience);
  }

  private @Nullable String await(
      FlowTicket ticket, FlowSeries series, long arrived, Duration patience) {
    var bell = java.util.Objects.requireNonNull(ticket.bell);
    try {
      while (true) {
        long seen = bell.rings();
        if (state(ticket) == FlowTicket.State.EXECUTING) {
          return null;
        }
        Duration left = patience.minusNanos(env.clock().nanos() - arrived);
        if (left.isNegative() || left.isZero() || !bell.await(seen, left)) {
          return abandon(ticket, series) ? "time-out" : null;
        }
      }
    } catch (CancelledException e) {
      if (!abandon(ticket, series)) {
        leave(ticket);
      }
      throw e;
    }
  }

  private FlowTicket.State state(FlowTicket ticket) {
    lock.lock();
    try {
      return ticket.state;
    } finally {
      lock.unlock();
    }
  }

  /** Removes the request from its queue; false if it has been dispatched concurrently. */
  private boolean abandon(FlowTicket ticket, FlowSeries series) {
    lock.lock();
    try {
      sync();
      Queue queue = ticket.queue;
      if (ticket.state != FlowTicket.State.WAITING || queue == null) {
        return false;
      }
      queue.waiting.remove(ticket);
      unqueue(ticket, series, queue);
      ticket.state = FlowTicket.State.DONE;
      if (!queue.isBusy()) {
        busyQueues--;
      }
      bound(queue);
      dropExcess();
      dispatch();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Advances the meter: the state has not changed since the last call. */
  private void sync() {
    sync(env.clock().nanos());
  }

  private void sync(long now) {
    if (busyQueues > 0) {
      double rate = Math.min(seatsInUse + seatsWanted, limit) / (double) busyQueues;
      meter += rate * ((now - lastNanos) / 1e9);
    }
    lastNanos = now;
  }

  /** The queue of the flow's hand with the least waiting work. */
  private Queue choose(long hash) {
    int[] hand = ShuffleSharding.deal(hash, config.queues(), config.handSize());
    int offset = Math.floorMod(enqueued++, hand.length);
    Queue best = queues.get(hand[offset]);
    for (int i = 1; i < hand.length && best.work > 0; i++) {
      Queue other = queues.get(hand[(offset + i) % hand.length]);
      if (other.work < best.work) {
        best = other;
      }
    }
    return best;
  }

  private void enqueue(FlowTicket ticket, FlowSeries series, Queue queue) {
    if (!queue.isBusy()) {
      queue.next = meter;
      busyQueues++;
    }
    ticket.state = FlowTicket.State.WAITING;
    ticket.queue = queue;
    ticket.arrival = meter;
    queue.waiting.addLast(ticket);
    queue.work += ticket.work.total(SERVICE_SECONDS);
    waiting++;
    requests.waiting(ticket.write, 1, lastNanos);
    seatsWanted += ticket.work.maxSeats();
    series.enqueued(ticket.work.maxSeats(), queue.waiting.size());
    note(lastNanos);
    bound(queue);
  }

  private void unqueue(FlowTicket ticket, FlowSeries series, Queue queue) {
    queue.work = queue.waiting.isEmpty() ? 0 : queue.work - ticket.work.total(SERVICE_SECONDS);
    waiting--;
    requests.waiting(ticket.write, -1, lastNanos);
    seatsWanted -= ticket.work.maxSeats();
    series.dequeued(ticket.work.maxSeats());
    note(lastNanos);
  }

  private static void bound(Queue queue) {
    FlowTicket oldest = queue.waiting.peekFirst();
    if (oldest != null && queue.next < oldest.arrival) {
      queue.next = oldest.arrival;
    }
  }

  private boolean fits(int seats) {
    if (seats > limit) {
      return executing == 0; // a request that is too big runs alone
    }
    return seatsInUse + seats <= limit;
  }

  private void dispatch() {
    while (waiting > 0 && seatsInUse < limit) {
      Queue queue = next();
      FlowTicket ticket = queue.waiting.getFirst();
      FlowSeries series = java.util.Objects.requireNonNull(ticket.schema).series();
      if (!fits(ticket.work.maxSeats())) {
        series.notAccommodated();
        return;
      }
      progress = progress(queue);
      queue.waiting.removeFirst();
      unqueue(ticket, series, queue);
      queue.next += ticket.work.total(SERVICE_SECONDS);
      queue.executing++;
      queue.seats += ticket.work.maxSeats();
      begin(ticket, series, queue, lastNanos);
      bound(queue);
      if (ticket.bell != null) {
        ticket.bell.ring();
      }
    }
  }

  private DispatchProgress progress(Queue chosen) {
    double earliest = Double.MAX_VALUE;
    double latest = -Double.MAX_VALUE;
    double discountedEarliest = Double.MAX_VALUE;
    double discountedLatest = -Double.MAX_VALUE;
    for (Queue queue : queues) {
      if (!queue.waiting.isEmpty()) {
        double discounted = queue.next - queue.seats * SERVICE_SECONDS;
        earliest = Math.min(earliest, queue.next);
        latest = Math.max(latest, queue.next);
        discountedEarliest = Math.min(discountedEarliest, discounted);
        discountedLatest = Math.max(discountedLatest, discounted);
      }
    }
    return new DispatchProgress(
        meter, chosen.next, earliest, latest, discountedEarliest, discountedLatest);
  }

  /** The queue whose oldest request would end first; among equals, the next in turn. */
  private Queue next() {
    Queue best = queues.getFirst();
    double earliest = Double.MAX_VALUE;
    int at = robin;
    for (int i = 1; i <= queues.size(); i++) {
      int index = (robin + i) % queues.size();
      Queue queue = queues.get(index);
      FlowTicket oldest = queue.waiting.peekFirst();
      if (oldest != null) {
        double end = queue.next + oldest.work.total(SERVICE_SECONDS);
        if (end < earliest) {
          earliest = end;
          best = queue;
          at = index;
        }
      }
    }
    robin = at;
    return best;
  }

  private void begin(FlowTicket ticket, FlowSeries series, @Nullable Queue queue, long now) {
    ticket.state = FlowTicket.State.EXECUTING;
    ticket.queue = queue;
    ticket.began = now;
    executing++;
    requests.executing(ticket.write, 1, now);
    seatsInUse += ticket.work.maxSeats();
    note(now);
    series.began(ticket.work.maxSeats());
  }

  /** Ends a request; its seats are free at once, or after its event has been sent. */
  void leave(FlowTicket ticket) {
    FlowSchema schema = ticket.schema;
    long now = env.clock().nanos();
    lock.lock();
    try {
      if (ticket.state != FlowTicket.State.EXECUTING || schema == null) {
        return;
      }
      sync(now);
      ticket.state = FlowTicket.State.DONE;
      executing--;
      requests.executing(ticket.write, -1, now);
      note(now);
      double seconds = (now - ticket.began) / 1e9;
      schema.series().ended(seconds, ticket.watch);
      Queue queue = ticket.queue;
      if (queue != null) {
        queue.next -= ticket.work.seats() * (SERVICE_SECONDS - seconds);
        bound(queue);
      }
      if (ticket.work.lingerNanos() == 0) {
        release(ticket, schema.series());
        return;
      }
    } finally {
      lock.unlock();
    }
    var _ =
        env.timers()
            .after(
                Duration.ofNanos(ticket.work.lingerNanos()),
                () -> {
                  lock.lock();
                  try {
                    sync();
                    release(ticket, schema.series());
                  } finally {
                    lock.unlock();
                  }
                });
  }

  private void release(FlowTicket ticket, FlowSeries series) {
    seatsInUse -= ticket.work.maxSeats();
    series.released(ticket.work.maxSeats());
    note(lastNanos);
    Queue queue = ticket.queue;
    if (queue != null) {
      queue.executing--;
      queue.seats -= ticket.work.maxSeats();
      if (!queue.isBusy()) {
        busyQueues--;
      }
    }
    dropExcess();
    dispatch();
  }

  /** Counts a rejection and returns the seconds after which to try again. */
  long rejected() {
    return retryAfter.rejected(env.clock().now().getEpochSecond());
  }

  /** A line about the level for the debug pages. */
  String describe() {
    lock.lock();
    try {
      long busy = queues.stream().filter(Queue::isBusy).count();
      boolean idle = executing == 0 && waiting == 0;
      return String.join(
          ", ",
          config.name(),
          Long.toString(busy),
          Boolean.toString(idle),
          "false",
          Integer.toString(waiting),
          Integer.toString(executing),
          Integer.toString(seatsInUse),
          Integer.toString(limit));
    } finally {
      lock.unlock();
    }
  }
}
