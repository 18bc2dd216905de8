package io.coxswain.runtime.controller;

import io.coxswain.env.Clock;
import io.coxswain.runtime.cache.Change;
import io.coxswain.runtime.queue.WorkQueue;
import java.util.List;

/** The work queue of a controller, with recent triggers and errors of each key. Thread-safe. */
final class TriggeredQueue<K> {
  private final WorkQueue<K> queue;
  private final Clock clock;
  private final ReconcileTriggers<K> triggers = new ReconcileTriggers<>();
  private final ReconcileErrors<K> errors = new ReconcileErrors<>();

  TriggeredQueue(WorkQueue<K> queue, Clock clock) {
    this.queue = queue;
    this.clock = clock;
  }

  /** The queue itself, for operations that need no trigger. */
  WorkQueue<K> queue() {
    return queue;
  }

  /**
   * Records why a key is about to be added.
   *
   * @param subject a {@link Change}, or something with a descriptive {@code toString}
   */
  void because(K key, String description, Object subject) {
    Object summary = subject instanceof Change change ? ChangeSummary.of(change) : subject;
    triggers.note(key, new ReconcileTriggers.Cause(clock.now(), description, summary));
  }

  /** Records that the reconcile of a key failed. */
  void failed(K key, String message) {
    errors.failed(key, clock.now(), message);
  }

  /** Records that the reconcile of a key did not fail. */
  void succeeded(K key) {
    errors.succeeded(key);
  }

  /** The keys whose latest reconcile failed; see {@link ReconcileErrors#lines}. */
  List<String> failing() {
    return errors.lines();
  }

  /** The known keys, or the triggers of one of them. */
  List<String> why(String key) {
    return key.isEmpty()
        ? triggers.keys()
        : triggers.of(key).stream().map(ReconcileTriggers.Cause::toString).toList();
  }
}
