package io.coxswain.runtime.queue;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.env.Tasks;
import io.coxswain.env.Timers;
import io.coxswain.runtime.metrics.QueueMetrics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A queue ordered by priority; see the package for the common guarantees. Keys with a higher
 * priority come first, and keys of the same priority in the order in which they became ready. Of
 * several delays of one key the shortest wins, and adding the key without a delay makes it ready
 * immediately. Closing drops all keys.
 *
 * <p>A key in the queue has one {@link Item}, which is in exactly one state: <em>ready</em> (may be
 * taken), <em>delayed</em> (until a point in time) or <em>parked</em> (ready, but its key is being
 * processed). A key that is being processed is in {@code held}, with or without an item. Idle
 * workers each wait on their own bell, so that one ready key wakes one worker.
 */
public final class PriorityWorkQueue<K> implements WorkQueue<K> {
  private final Clock clock;
  private final Tasks tasks;
  private final Timers timers;
  private final QueueMetrics metrics;
  private final RateLimiter<K> limiter;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<K, Item<K>> items = new HashMap<>();
  private final TreeSet<Item<K>> ready =
      new TreeSet<>(
          Comparator.comparingInt((Item<K> i) -> -i.priority).thenComparingLong(i -> i.position));
  private final TreeSet<Item<K>> delayed =
      new TreeSet<>(
          Comparator.comparingLong((Item<K> i) -> i.dueNanos).thenComparingLong(i -> i.position));
  private final Map<K, Held> held = new HashMap<>();
  private final ArrayDeque<Bell> idle = new ArrayDeque<>();
  private final ArrayDeque<Bell> spare = new ArrayDeque<>();
  private long positions;
  private Timers.@Nullable Timer timer;
  private long timerNanos;
  private boolean closed;

  public PriorityWorkQueue(Env env, RateLimiter<K> limiter, QueueMetrics metrics) {
    this.clock = env.clock();
    this.tasks = env.tasks();
    this.timers = env.timers();
    this.metrics = metrics;
    this.limiter = limiter;
    metrics.observe(this::heldNow);
  }

  private QueueMetrics.Work heldNow() {
    lock.lock();
    try {
      long now = clock.nanos();
      long sum = held.values().stream().mapToLong(h -> now - h.sinceNanos).sum();
      long longest = held.values().stream().mapToLong(h -> now - h.sinceNanos).max().orElse(0);
      return new QueueMetrics.Work(sum, longest);
    } finally {
      lock.unlock();
    }
  }

  private enum Place {
    NEW,
    READY,
    DELAYED,
    PARKED
  }

  private static final class Item<K> {
    final K key;
    int priority;
    Place place = Place.NEW;
    long position;
    long dueNanos;
    long readyNanos;

    Item(K key, int priority) {
      this.key = key;
      this.priority = priority;
    }
  }

  private record Held(long sinceNanos) {}

  @Override
  public void add(K key, int priority) {
    insert(key, priority, 0);
  }

  @Override
  public void addAtLatestAfter(K key, int priority, Duration delay) {
    addAfter(key, priority, delay);
  }

  @Override
  public void addAfter(K key, int priority, Duration delay) {
    insert(key, priority, Math.max(0, delay.toNanos()));
  }

  @Override
  public void addBackedOff(K key, int priority) {
    long delay;
    lock.lock();
    try {
      delay = limiter.next(key).toNanos();
    } finally {
      lock.unlock();
    }
    insert(key, priority, delay);
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

  private void insert(K key, int priority, long delayNanos) {
    Bell wake = null;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (delayNanos > 0) {
        metrics.retried();
      }
      Item<K> item = items.computeIfAbsent(key, k -> new Item<>(k, priority));
      int raised = Math.max(priority, item.priority);
      switch (item.place) {
        case READY, PARKED -> raise(item, raised);
        case NEW, DELAYED -> {
          long now = clock.nanos();
          boolean later = item.place == Place.DELAYED && item.dueNanos <= now + delayNanos;
          delayed.remove(item);
          item.priority = raised;
          if (delayNanos == 0) {
            wake = makeReady(item, now);
          } else {
            if (!later) {
              item.dueNanos = now + delayNanos;
            }
            item.position = ++positions;
            item.place = Place.DELAYED;
            delayed.add(item);
          }
          setTimer(now);
        }
      }
    } finally {
      lock.unlock();
    }
    if (wake != null) {
      wake.ring();
    }
  }

  /** Raises the priority; the item goes to the end of its new priority. */
  private void raise(Item<K> item, int priority) {
    if (priority == item.priority) {
      return;
    }
    metrics.moved(item.priority, priority);
    ready.remove(item);
    item.priority = priority;
    item.position = ++positions;
    if (item.place == Place.READY) {
      ready.add(item);
    }
  }

  /** Makes the item ready; returns the bell to ring if it can be taken now. */
  private @Nullable Bell makeReady(Item<K> item, long now) {
    item.position = ++positions;
    item.readyNanos = now;
    metrics.ready(item.priority);
    if (held.containsKey(item.key)) {
      item.place = Place.PARKED;
      return null;
    }
    item.place = Place.READY;
    ready.add(item);
    return idle.poll();
  }

  /** Sets the only timer for the earliest delayed item. */
  private void setTimer(long now) {
    if (delayed.isEmpty()) {
      stopTimer();
      return;
    }
    long due = delayed.first().dueNanos;
    if (timer != null && timerNanos == due) {
      return;
    }
    stopTimer();
    timerNanos = due;
    timer = timers.after(Duration.ofNanos(due - now), this::readyDue);
  }

  private void stopTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  private void readyDue() {
    var wake = new ArrayDeque<Bell>();
    lock.lock();
    try {
      if (closed) {
        return;
      }
      stopTimer();
      long now = clock.nanos();
      while (!delayed.isEmpty() && delayed.first().dueNanos <= now) {
        Bell bell = makeReady(delayed.removeFirst(), now);
        if (bell != null) {
          wake.add(bell);
        }
      }
      setTimer(now);
    } finally {
      lock.unlock();
    }
    wake.forEach(Bell::ring);
  }

  @Override
  public @Nullable Taken<K> take() throws CancelledException {
    while (true) {
      Bell bell;
      long seen;
      lock.lock();
      try {
        if (closed) {
          return null;
        }
        if (!ready.isEmpty()) {
          return hand(ready.removeFirst());
        }
        bell = spare.isEmpty() ? tasks.newBell() : spare.pop();
        seen = bell.rings();
        idle.add(bell);
      } finally {
        lock.unlock();
      }
      try {
        bell.await(seen);
      } catch (CancelledException e) {
        passOn(bell);
        throw e;
      }
      rested(bell);
    }
  }

  private boolean rested(Bell bell) {
    lock.lock();
    try {
      spare.push(bell);
      return idle.remove(bell);
    } finally {
      lock.unlock();
    }
  }

  /** A worker that was woken for an item but cancelled before taking it wakes another worker. */
  private void passOn(Bell bell) {
    if (rested(bell)) {
      return;
    }
    Bell next;
    lock.lock();
    try {
      next = ready.isEmpty() ? null : idle.poll();
    } finally {
      lock.unlock();
    }
    if (next != null) {
      next.ring();
    }
  }

  private Taken<K> hand(Item<K> item) {
    long now = clock.nanos();
    items.remove(item.key);
    held.put(item.key, new Held(now));
    metrics.left(item.priority);
    metrics.waited(now - item.readyNanos);
    return new Taken<>(item.key, item.priority, limiter.failures(item.key));
  }

  @Override
  public void done(K key) {
    Bell wake = null;
    lock.lock();
    try {
      Held finished = held.remove(key);
      if (finished == null) {
        return;
      }
      metrics.worked(clock.nanos() - finished.sinceNanos);
      Item<K> item = items.get(key);
      if (item != null && item.place == Place.PARKED) {
        item.place = Place.READY;
        ready.add(item);
        wake = idle.poll();
      }
    } finally {
      lock.unlock();
    }
    if (wake != null) {
      wake.ring();
    }
  }

  /** The number of ready keys, including those being processed. */
  @Override
  public int size() {
    lock.lock();
    try {
      return items.size() - delayed.size();
    } finally {
      lock.unlock();
    }
  }

  /** Drops all keys; takers get null. */
  @Override
  public void close() {
    var wake = new ArrayDeque<Bell>();
    lock.lock();
    try {
      closed = true;
      stopTimer();
      items.values().stream()
          .filter(i -> i.place != Place.DELAYED)
          .forEach(i -> metrics.left(i.priority));
      items.clear();
      ready.clear();
      delayed.clear();
      wake.addAll(idle);
      idle.clear();
    } finally {
      lock.unlock();
    }
    wake.forEach(Bell::ring);
  }
}
