package io.coxswain.runtime.controller;

import io.coxswain.api.ResourceType;
import io.coxswain.runtime.cache.Change;
import io.coxswain.runtime.queue.WorkQueue;
import java.time.Duration;

/**
 * Adds keys with the priority of a change and records the change as their trigger. Ignores keys of
 * other shards.
 */
final class ChangeEnqueuer<K> implements Enqueuer<K> {
  private final TriggeredQueue<K> queue;
  private final ShardScope<K> scope;
  private final ResourceType type;
  private final Change change;
  private final int priority;

  ChangeEnqueuer(TriggeredQueue<K> queue, ShardScope<K> scope, ResourceType type, Change change) {
    this.queue = queue;
    this.scope = scope;
    this.type = type;
    this.change = change;
    this.priority = priority(change);
  }

  @Override
  public void add(K key) {
    if (!scope.contains(key)) {
      return;
    }
    queue.because(key, type.kind(), change);
    queue.queue().add(key, priority);
  }

  @Override
  public void addAfter(K key, Duration delay) {
    if (!delay.isPositive()) {
      add(key);
      return;
    }
    if (!scope.contains(key)) {
      return;
    }
    queue.because(key, type.kind(), change);
    queue.queue().addAfter(key, priority, delay);
  }

  /** Initial events and resyncs are less urgent than changes. */
  private static int priority(Change change) {
    return switch (change) {
      case Change.Added added -> added.initial() ? WorkQueue.LOW : WorkQueue.NORMAL;
      case Change.Updated(var old, var now) ->
          old.version() == now.version() ? WorkQueue.LOW : WorkQueue.NORMAL;
      case Change.Removed removed -> WorkQueue.NORMAL;
    };
  }
}
