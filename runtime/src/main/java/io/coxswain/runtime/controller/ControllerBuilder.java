package io.coxswain.runtime.controller;

import io.coxswain.api.ResourceType;
import io.coxswain.runtime.queue.Queueing;
import io.coxswain.runtime.queue.RateLimiter;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Says what a controller watches and how it works; {@link #reconcile} ends the sentence and
 * registers it with the manager.
 *
 * @param <K> the key it reconciles by
 */
public interface ControllerBuilder<K> {

  /** The kind this controller is for: its concurrency setting and the name in log lines. */
  ControllerBuilder<K> kind(Class<? extends HasMetadata> type);

  <T extends HasMetadata> ControllerBuilder<K> watch(
      Class<T> type, Consumer<WatchBuilder<T, K>> how);

  /**
   * As {@link #watch}, of a kind that the server may not have yet. The controller starts without it
   * and sees its objects once it is there.
   */
  <T extends HasMetadata> ControllerBuilder<K> watchIfPresent(
      Class<T> type, Consumer<WatchBuilder<T, K>> how);

  /** Watches a kind known only at run time, metadata alone. */
  ControllerBuilder<K> watchMetadata(
      ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> how);

  /** How many keys are worked on at once; 1 unless said. */
  ControllerBuilder<K> workers(int count);

  /** Ends a pass that takes longer; unlimited unless said. */
  ControllerBuilder<K> timeout(Duration atMost);

  /** Delay after the first failure, doubling up to the longest; 5 ms and 1,000 s unless said. */
  ControllerBuilder<K> backOff(Duration first, Duration longest);

  /**
   * Which queue stands between watches and workers; by priority unless said. The classic queue also
   * limits retries to 10 a second over all keys.
   */
  ControllerBuilder<K> queue(Queueing kind);

  /** Which delays failing keys get, instead of {@link #backOff}. */
  ControllerBuilder<K> limiter(RateLimiter<K> limiter);

  /** Runs on every replica, not on the leader alone. */
  ControllerBuilder<K> withoutLeader();

  /**
   * Runs while this replica holds the lease of the group, rather than that of the program; see
   * {@code ManagerBuilder.leaderElection}.
   */
  ControllerBuilder<K> leaderGroup(String name);

  /** Fills caches and queue before this replica leads. */
  ControllerBuilder<K> warmUp();

  /** How long the watches may take to fill before the program gives up; 2 min unless said. */
  ControllerBuilder<K> syncTimeout(Duration atMost);

  /**
   * The queue of this controller, for keys that do not come from its watches. It can be passed to
   * the reconciler, because it is usable as soon as the controller is registered.
   */
  Enqueuer<K> enqueuer();

  /** Registers the controller; it starts when the manager does, or at once if that has happened. */
  Controller<K> reconcile(Reconciler<K> reconciler);
}
