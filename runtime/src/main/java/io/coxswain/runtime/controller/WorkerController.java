package io.coxswain.runtime.controller;

import io.coxswain.api.ResourceType;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.metrics.ControllerMetrics;
import io.coxswain.runtime.metrics.QueueMetrics;
import io.coxswain.runtime.queue.ClassicWorkQueue;
import io.coxswain.runtime.queue.PriorityWorkQueue;
import io.coxswain.runtime.queue.Queueing;
import io.coxswain.runtime.queue.RateLimiter;
import io.coxswain.runtime.queue.WorkQueue;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * A controller at work: its {@link ControllerWatches} fill its queue, its workers drain it. {@link
 * ReconcileWorker} is what a worker does with a key.
 */
public final class WorkerController<K> implements Controller<K> {
  private final Env env;
  private final Declaration<K> declaration;
  private final TriggeredQueue<K> queue;
  private final ControllerWatches<K> watches;
  private final ReconcileWorker<K> worker;
  private final ShardScope<K> scope;
  private final Cache cache;
  private final ControllerLog log;

  private final ReentrantLock lock = new ReentrantLock();
  private boolean hasWorkers;

  WorkerController(
      Controllers shared,
      Declaration<K> declaration,
      Reconciler<K> reconciler,
      ControllerMetrics metrics,
      QueueMetrics queueMetrics,
      ShardScope<K> scope) {
    this.env = shared.env();
    this.declaration = declaration;
    this.scope = scope;
    this.cache = shared.cache();
    this.log = shared.log();
    this.queue = new TriggeredQueue<>(queue(env, declaration, queueMetrics), env.clock());
    this.watches =
        new ControllerWatches<>(
            env,
            shared.cache(),
            declaration,
            queue,
            scope,
            LoggerFactory.getLogger("controller." + declaration.name));
    this.worker =
        new ReconcileWorker<>(
            env,
            declaration,
            reconciler,
            metrics,
            queue,
            new OwnWrites<>(shared.cache(), shared.client(), env.clock()),
            scope.fence(),
            log);
    metrics.workers(declaration.workers);
  }

  private static <K> WorkQueue<K> queue(Env env, Declaration<K> declaration, QueueMetrics metrics) {
    RateLimiter<K> limiter = declaration.limiter;
    if (limiter == null) {
      limiter = RateLimiter.exponential(declaration.firstBackOff, declaration.longestBackOff);
      if (declaration.queueing == Queueing.CLASSIC) {
        limiter = RateLimiter.longest(limiter, RateLimiter.bucket(env.clock(), 10, 100));
      }
    }
    return switch (declaration.queueing) {
      case PRIORITY -> new PriorityWorkQueue<>(env, limiter, metrics);
      case CLASSIC -> new ClassicWorkQueue<>(env, limiter, metrics);
    };
  }

  @Override
  public String name() {
    return declaration.name;
  }

  public boolean needsLeader() {
    return declaration.needsLeader;
  }

  /** The leader election group whose lease determines when this controller runs. */
  public String leaderGroup() {
    return declaration.leaderGroup;
  }

  public boolean warmsUp() {
    return declaration.warmsUp;
  }

  @Override
  public void enqueue(K key) {
    if (!scope.contains(key)) {
      return;
    }
    queue.because(key, "enqueued by another component", "");
    queue.queue().add(key);
  }

  @Override
  public void enqueueAfter(K key, Duration delay) {
    if (!scope.contains(key)) {
      return;
    }
    queue.because(key, "enqueued by another component, after", delay);
    queue.queue().addAfter(key, WorkQueue.NORMAL, delay);
  }

  /** The known keys, or the triggers of one of them. */
  public List<String> why(String key) {
    return queue.why(key);
  }

  /** A line for each key whose latest reconcile failed: key, time and message, tabs between. */
  public List<String> failing() {
    return queue.failing();
  }

  @Override
  public void watchMetadata(
      ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> keys) {
    watches.watchMetadata(type, keys);
  }

  @Override
  public void unwatch(ResourceType type) {
    watches.unwatch(type);
  }

  // ---- life -----------------------------------------------------------------------------------

  /** Whether its caches have synced and its workers run. */
  public boolean isWorking() {
    lock.lock();
    try {
      return hasWorkers;
    } finally {
      lock.unlock();
    }
  }

  /** Fills caches and queue, so that {@link #run} only has to start the workers. */
  public void warmUp() throws CancelledException {
    watches.fill();
  }

  /**
   * Waits until the caches contain every write that was acknowledged before this call, by whomever:
   * the previous holder of a shard may have written what this replica has not seen yet.
   */
  void refresh() throws CancelledException {
    watches.prepare();
    cache.refresh();
  }

  /** Runs until stopped. */
  public void run() throws CancelledException {
    var workers = new ArrayList<Task>();
    try {
      log.starting(declaration.name);
      watches.fill();
      log.synced(declaration.name);
      lock.lock();
      try {
        hasWorkers = true;
      } finally {
        lock.unlock();
      }
      for (int i = 0; i < declaration.workers; i++) {
        workers.add(env.tasks().spawn(declaration.name + " " + i, worker::work));
      }
      for (Task worker : workers) {
        worker.join();
      }
    } finally {
      queue.queue().close();
      workers.forEach(Task::cancel);
      watches.unsubscribeAll();
      log.stopped(declaration.name);
    }
  }

  /**
   * Ends {@link #run} after the running reconciles have finished, or immediately if none can be
   * running.
   *
   * @param running the task that runs this controller
   */
  public void stop(Task running) {
    boolean working;
    lock.lock();
    try {
      working = hasWorkers;
      if (scope.isShard()) {
        worker.stop();
      }
      queue.queue().close();
    } finally {
      lock.unlock();
    }
    if (!working) {
      running.cancel();
    }
  }
}
