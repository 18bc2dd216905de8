package io.coxswain.runtime.queue;

import io.coxswain.env.CancelledException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A queue of keys to reconcile; see the package for its guarantees. */
public interface WorkQueue<K> {
  /** The priority of objects in an initial list and of resyncs. */
  int LOW = -100;

  int NORMAL = 0;

  /** A key handed to a worker, with its priority and the number of consecutive failures. */
  record Taken<K>(K key, int priority, int failures) {}

  default void add(K key) {
    add(key, NORMAL);
  }

  void add(K key, int priority);

  void addAfter(K key, int priority, Duration delay);

  /** As {@link #addAfter}, but obsolete if the key is added sooner, in any queue. */
  void addAtLatestAfter(K key, int priority, Duration delay);

  /** Adds the key with the delay of the rate limiter, counting one more failure. */
  void addBackedOff(K key, int priority);

  /** Resets the failures of the key. */
  void forget(K key);

  /** Waits for a key; null if the queue is closed. Call {@link #done} for each key taken. */
  @Nullable Taken<K> take() throws CancelledException;

  /** Marks a taken key as processed. */
  void done(K key);

  /** The number of ready keys. */
  int size();

  /** Accepts no more keys. */
  void close();
}
