package io.coxswain.runtime.controller;

import java.time.Duration;
import java.util.Collection;

/** Adds keys to the queue of one controller. Thread-safe. */
public interface Enqueuer<K> {

  /** Requests a reconcile of the key. */
  void add(K key);

  /** Requests a reconcile of the key after the delay; immediately if the delay is not positive. */
  void addAfter(K key, Duration delay);

  /** Requests a reconcile of each of the keys. */
  default void addAll(Collection<? extends K> keys) {
    keys.forEach(this::add);
  }
}
