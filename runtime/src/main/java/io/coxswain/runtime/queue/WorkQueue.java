package io.coxswain.runtime.queue;

import io.coxswain.env.CancelledException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A queue of keys to work on; see the package for its guarantees. */
public interface WorkQueue<K> {
  /** The priority of what is in a first list or did not really change. */
  int LOW = -100;

  int NORMAL = 0;

  /** A key handed to a worker, with the priority it had and how often it failed in a row. */
  record Taken<K>(K key, int priority, int failures) {}

  default void add(K key) {
    add(key, NORMAL);
  }

  void add(K key, int priority);

  void addAfter(K key, int priority, Duration delay);

  /** As {@link #addAfter}, but adding the key sooner makes up for it, in any queue. */
  void addAtLatestAfter(K key, int priority, Duration delay);

  /** Adds the key after the delay that its failures call for, counting one more. */
  void addBackedOff(K key, int priority);

  /** Ends the counting of the key's failures. */
  void forget(K key);

  /**
   * Waits for a key; null when the queue is closed. Each key taken must be given back by {@link
   * #done}.
   */
  @Nullable Taken<K> take() throws CancelledException;

  /** Gives a taken key back. */
  void done(K key);

  /** How many keys are ready. */
  int size();

  /** Takes no more keys. */
  void close();
}
