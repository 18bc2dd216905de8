package io.coxswain.runtime.controller;

import io.coxswain.api.ResourceType;
import io.coxswain.runtime.queue.Queueing;
import io.coxswain.runtime.queue.RateLimiter;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Declares the watches and options of a controller; {@link #reconcile} registers it with the
 * manager.
 *
 * @param <K> the type of the reconcile key
 */
public interface ControllerBuilder<K> {

  /**
   * The primary kind of the controller, which determines its concurrency setting and the name in
   * log lines.
   */
  ControllerBuilder<K> kind(Class<? extends HasMetadata> type);

  <T extends HasMetadata> ControllerBuilder<K> watch(
      Class<T> type, Consumer<WatchBuilder<T, K>> declaration);

  /**
   * As {@link #watch}, for a kind that the server may not serve yet. The controller starts without
   * it and sees its objects once the kind is served.
   */
  <T extends HasMetadata> ControllerBuilder<K> watchIfPresent(
      Class<T> type, Consumer<WatchBuilder<T, K>> declaration);

  /** Adds a metadata-only watch of a kind known only at run time. */
  ControllerBuilder<K> watchMetadata(
      ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> declaration);

  /** The maximum number of concurrent reconciles; 1 by default. */
  ControllerBuilder<K> workers(int count);

  /** The timeout of a reconcile; unlimited by default. */
  ControllerBuilder<K> timeout(Duration atMost);

  /** Delay after the first failure, doubling up to the maximum; 5 ms and 1,000 s by default. */
  ControllerBuilder<K> backOff(Duration first, Duration longest);

  /**
   * The implementation of the work queue; a priority queue by default. The classic queue also
   * limits retries to 10 per second over all keys.
   */
  ControllerBuilder<K> queue(Queueing kind);

  /** The rate limiter for failing keys, instead of {@link #backOff}. */
  ControllerBuilder<K> limiter(RateLimiter<K> limiter);

  /** Runs on every replica, not only on the leader. */
  ControllerBuilder<K> withoutLeader();

  /**
   * Runs while this replica holds the lease of the group, instead of the lease of the program; see
   * {@code ManagerBuilder.leaderElection}.
   */
  ControllerBuilder<K> leaderGroup(String name);

  /**
   * Divides the keys among the replicas by namespace, if the manager has more than one shard (see
   * {@code ManagerBuilder.shards}); otherwise it has no effect. Requirements:
   *
   * <ul>
   *   <li>The reconcile of a key depends on no other key's.
   *   <li>A change of a namespaced object concerns keys of that namespace alone.
   *   <li>Whatever the reconciler remembers from one reconcile to the next may be lost, and may be
   *       outdated because another replica has reconciled the key in between.
   * </ul>
   *
   * <p>Each shard has its own queue and {@link #workers}. Keys without a namespace belong to the
   * shard of the empty namespace.
   */
  ControllerBuilder<K> sharded(Function<K, String> namespaceOfKey);

  /** Fills caches and queue before this replica leads. */
  ControllerBuilder<K> warmUp();

  /**
   * The timeout for the initial sync of the watches, after which the program fails; 2 min by
   * default.
   */
  ControllerBuilder<K> syncTimeout(Duration atMost);

  /**
   * The queue of this controller, for keys that do not come from its watches. It can be passed to
   * the reconciler, because it is usable as soon as the controller is registered.
   */
  Enqueuer<K> enqueuer();

  /**
   * Registers the controller; it starts with the manager, or immediately if the manager has
   * started.
   */
  Controller<K> reconcile(Reconciler<K> reconciler);
}
