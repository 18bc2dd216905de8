package io.coxswain.runtime.controller;

import io.coxswain.api.ResourceType;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.runtime.metrics.ControllerMetrics;
import io.coxswain.runtime.metrics.QueueMetrics;
import io.coxswain.runtime.sharding.NamespaceShard;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A controller whose keys are divided by namespace. For each shard that this replica holds it runs
 * a {@link WorkerController} with its own watches, queue and workers, which knows only the keys of
 * the shard. Thread-safe.
 */
public final class ShardedController<K> implements Controller<K> {
  private final Controllers shared;
  private final Declaration<K> declaration;
  private final Reconciler<K> reconciler;
  private final ControllerMetrics metrics;
  private final QueueMetrics queueMetrics;

  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<Integer, WorkerController<K>> running = new TreeMap<>();

  ShardedController(
      Controllers shared,
      Declaration<K> declaration,
      Reconciler<K> reconciler,
      ControllerMetrics metrics,
      QueueMetrics queueMetrics) {
    this.shared = shared;
    this.declaration = declaration;
    this.reconciler = reconciler;
    this.metrics = metrics;
    this.queueMetrics = queueMetrics;
    if (declaration.limiter != null) {
      throw new IllegalStateException(
          declaration.name + ": shards cannot share one rate limiter; use backOff");
    }
  }

  /**
   * The controller of one shard, to be run once.
   *
   * @param held whether the lease of the shard is still valid
   */
  public Part shard(int number, BooleanSupplier held) {
    var scope =
        new ShardScope<>(
            new NamespaceShard(number, shared.shards()), declaration.namespaces(), held);
    lock.lock();
    try {
      var part = new Part(number, scope, queueMetrics.part());
      running.put(number, part.controller);
      return part;
    } finally {
      lock.unlock();
    }
  }

  /** The controller of one shard, from its acquisition to its release or loss. */
  public final class Part {
    private final int number;
    private final QueueMetrics queue;
    private final WorkerController<K> controller;

    private Part(int number, ShardScope<K> scope, QueueMetrics queue) {
      this.number = number;
      this.queue = queue;
      this.controller =
          new WorkerController<>(shared, declaration, reconciler, metrics, queue, scope);
    }

    /** Runs until stopped, on caches that contain all that others wrote before. */
    public void run() throws CancelledException {
      try {
        controller.refresh();
        controller.run();
      } finally {
        lock.lock();
        try {
          running.remove(number, controller);
        } finally {
          lock.unlock();
        }
        queue.end();
      }
    }

    /** As {@link WorkerController#stop}. */
    public void stop(Task task) {
      controller.stop(task);
    }
  }

  private List<WorkerController<K>> running() {
    lock.lock();
    try {
      return new ArrayList<>(running.values());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String name() {
    return declaration.name;
  }

  /** Does nothing for a key of another replica's shard. */
  @Override
  public void enqueue(K key) {
    running().forEach(part -> part.enqueue(key));
  }

  /** Does nothing for a key of another replica's shard. */
  @Override
  public void enqueueAfter(K key, Duration delay) {
    running().forEach(part -> part.enqueueAfter(key, delay));
  }

  @Override
  public void watchMetadata(
      ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> keys) {
    lock.lock();
    try {
      declaration.replaceMetadataWatch(type, keys);
      running.values().forEach(part -> part.watchMetadata(type, keys));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void unwatch(ResourceType type) {
    lock.lock();
    try {
      declaration.dropWatches(type);
      running.values().forEach(part -> part.unwatch(type));
    } finally {
      lock.unlock();
    }
  }

  /** Whether the shards that this replica holds are being worked on. */
  public boolean isWorking() {
    return running().stream().allMatch(WorkerController::isWorking);
  }

  /** As {@link WorkerController#why}, over all shards of this replica. */
  public List<String> why(String key) {
    return running().stream().flatMap(part -> part.why(key).stream()).toList();
  }

  /** As {@link WorkerController#failing}, over all shards of this replica. */
  public List<String> failing() {
    return running().stream().flatMap(part -> part.failing().stream()).toList();
  }
}
