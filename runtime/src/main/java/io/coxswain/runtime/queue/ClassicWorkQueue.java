package io.coxswain.runtime.queue;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import io.coxswain.runtime.metrics.QueueMetrics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A FIFO queue with the semantics of client-go's queues; see the package for the common guarantees.
 * Ignores priorities. A key that is delayed and also added without a delay is processed twice: now
 * and after the delay. A key added while it is being processed goes to the end of the queue when it
 * is done. After closing, no keys are accepted, but queued keys are still handed out.
 */
public final class ClassicWorkQueue<K> implements WorkQueue<K> {
  private final Clock clock;
  private final Timers timers;
  private final QueueMetrics metrics;
  private final RateLimiter<K> limiter;
  private final Bell changed;

  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<K> queue = new ArrayDeque<>();

  /** Keys to process, whether queued or currently being processed. */
  private final Set<K> dirty = new HashSet<>();

  private final Map<K, Long> addedNanos = new HashMap<>();
  private final Map<K, Long> heldNanos = new HashMap<>();
  private final Map<K, Delayed<K>> delayedByKey = new HashMap<>();
  private final TreeSet<Delayed<K>> delayed =
      new TreeSet<>(
          Comparator.comparingLong((Delayed<K> d) -> d.dueNanos)
              .thenComparingLong(d -> d.position));
  private long positions;
  private Timers.@Nullable Timer timer;
  private long timerNanos;
  private boolean closed;

  /**
   * @param dispensable whether it is obsolete once the key has been added in another way
   */
  private record Delayed<K>(K key, long dueNanos, long position, boolean dispensable) {}

  public ClassicWorkQueue(Env env, RateLimiter<K> limiter, QueueMetrics metrics) {
    this.clock = env.clock();
    this.timers = env.timers();
    this.metrics = metrics;
    this.limiter = limiter;
    this.changed = env.tasks().newBell();
    metrics.classic();
    metrics.observe(this::heldNow);
  }

  private QueueMetrics.Work heldNow() {
    lock.lock();
    try {
      long now = clock.nanos();
      long sum = heldNanos.values().stream().mapToLong(since -> now - since).sum();
      long longest = heldNanos.values().stream().mapToLong(since -> now - since).max().orElse(0);
      return new QueueMetrics.Work(sum, longest);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void add(K key, int priority) {
    lock.lock();
    try {
      insert(key);
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  private void insert(K key) {
    Delayed<K> waiting = delayedByKey.get(key);
    if (waiting != null && waiting.dispensable) {
      delayedByKey.remove(key);
      delayed.remove(waiting);
    }
    if (closed || !dirty.add(key)) {
      return;
    }
    metrics.ready();
    addedNanos.putIfAbsent(key, clock.nanos());
    if (!heldNanos.containsKey(key)) {
      queue.add(key);
    }
  }

  @Override
  public void addAfter(K key, int priority, Duration delay) {
    delay(key, delay, false);
  }

  @Override
  public void addAtLatestAfter(K key, int priority, Duration delay) {
    delay(key, delay, true);
  }

  @Override
  public void addBackedOff(K key, int priority) {
    Duration delay;
    lock.lock();
    try {
      delay = limiter.next(key);
    } finally {
      lock.unlock();
    }
    delay(key, delay, false);
  }

  private void delay(K key, Duration delay, boolean dispensable) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      metrics.retried();
      if (!delay.isPositive()) {
        insert(key);
      } else {
        wait(key, clock.nanos() + delay.toNanos(), dispensable);
        setTimer();
      }
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  /** The earlier of two delays wins. */
  private void wait(K key, long due, boolean dispensable) {
    Delayed<K> waiting = delayedByKey.get(key);
    if (waiting != null) {
      if (waiting.dueNanos <= due) {
        return;
      }
      delayed.remove(waiting);
    }
    var entry =
        new Delayed<>(
            key, due, ++positions, dispensable && (waiting == null || waiting.dispensable));
    delayedByKey.put(key, entry);
    delayed.add(entry);
  }

  private void setTimer() {
    if (delayed.isEmpty() || closed) {
      stopTimer();
      return;
    }
    long due = delayed.first().dueNanos;
    if (timer != null && timerNanos == due) {
      return;
    }
    stopTimer();
    timerNanos = due;
    timer = timers.after(Duration.ofNanos(Math.max(0, due - clock.nanos())), this::readyDue);
  }

  private void stopTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  private void readyDue() {
    lock.lock();
    try {
      stopTimer();
      long now = clock.nanos();
      while (!delayed.isEmpty() && delayed.first().dueNanos <= now) {
        Delayed<K> due = delayed.removeFirst();
        delayedByKey.remove(due.key);
        insert(due.key);
      }
      setTimer();
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  @Override
  public void forget(K key) {
    lock.lock();
    try {
      limiter.forget(key);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Taken<K> take() throws CancelledException {
    while (true) {
      long seen = changed.rings();
      lock.lock();
      try {
        K key = queue.poll();
        if (key != null) {
          return hand(key);
        }
        if (closed) {
          return null;
        }
      } finally {
        lock.unlock();
      }
      changed.await(seen);
    }
  }

  private Taken<K> hand(K key) {
    long now = clock.nanos();
    dirty.remove(key);
    heldNanos.put(key, now);
    metrics.left();
    Long added = addedNanos.remove(key);
    metrics.waited(added == null ? 0 : now - added);
    return new Taken<>(key, NORMAL, limiter.failures(key));
  }

  @Override
  public void done(K key) {
    lock.lock();
    try {
      Long since = heldNanos.remove(key);
      if (since == null) {
        return;
      }
      metrics.worked(clock.nanos() - since);
      if (dirty.contains(key)) {
        queue.add(key);
      }
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  /** The number of queued keys, without those being processed. */
  @Override
  public int size() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      lock.unlock();
    }
  }

  /** Accepts no more keys; queued keys are still handed out. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      stopTimer();
    } finally {
      lock.unlock();
    }
    changed.ring();
  }
}
