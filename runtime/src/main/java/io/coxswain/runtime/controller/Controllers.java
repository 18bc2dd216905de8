package io.coxswain.runtime.controller;

import io.coxswain.env.Env;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.metrics.ControllerMetrics;
import io.coxswain.runtime.metrics.Metrics;
import io.coxswain.runtime.metrics.QueueMetrics;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.ToIntFunction;

/** The controllers of one manager: their shared dependencies and names. */
public final class Controllers {
  private final Env env;
  private final Cache cache;
  private final Reader client;
  private final Metrics metrics;
  private final ToIntFunction<String> workersOfKind;
  private final int shards;
  private final ControllerLog log;
  private final ControllerRegistry registry;
  private final Set<String> names = new ConcurrentSkipListSet<>();

  /**
   * @param workersOfKind the default number of workers for controllers of a kind ({@code
   *     TrainJob.trainer.kubeflow.org}, {@code Pod})
   * @param shards the number of shards of the program
   */
  public Controllers(
      Env env,
      Cache cache,
      Reader client,
      Metrics metrics,
      ToIntFunction<String> workersOfKind,
      int shards,
      ControllerLog log,
      ControllerRegistry registry) {
    this.env = env;
    this.cache = cache;
    this.client = client;
    this.metrics = metrics;
    this.workersOfKind = workersOfKind;
    this.shards = shards;
    this.log = log;
    this.registry = registry;
  }

  public <K> ControllerBuilder<K> declare(Class<K> keyType, String name) {
    return new Declaration<>(this, keyType, name);
  }

  Env env() {
    return env;
  }

  Cache cache() {
    return cache;
  }

  Reader client() {
    return client;
  }

  ControllerLog log() {
    return log;
  }

  int shards() {
    return shards;
  }

  <K> Controller<K> register(Declaration<K> declaration, Reconciler<K> reconciler) {
    if (declaration.workers == 0) {
      declaration.workers = workersOf(declaration);
    }
    if (!names.add(declaration.name)) {
      throw new IllegalArgumentException(
          "controller with name " + declaration.name + " already exists");
    }
    ControllerMetrics controllerMetrics = metrics.controller(declaration.name);
    QueueMetrics queueMetrics = metrics.queue(declaration.name);
    if (shards > 1 && declaration.isSharded()) {
      var sharded =
          new ShardedController<>(this, declaration, reconciler, controllerMetrics, queueMetrics);
      declaration.registered(sharded);
      registry.add(sharded);
      return sharded;
    }
    ShardScope<K> everything = ShardScope.everything();
    var controller =
        new WorkerController<>(
            this, declaration, reconciler, controllerMetrics, queueMetrics, everything);
    declaration.registered(controller);
    registry.add(controller);
    return controller;
  }

  private int workersOf(Declaration<?> declaration) {
    var kind = declaration.kind;
    if (kind == null) {
      return workersOfKind.applyAsInt("");
    }
    String name = kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group();
    return workersOfKind.applyAsInt(name);
  }
}
