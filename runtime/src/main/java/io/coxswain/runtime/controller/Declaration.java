package io.coxswain.runtime.controller;

import io.coxswain.api.ResourceType;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.queue.Queueing;
import io.coxswain.runtime.queue.RateLimiter;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The declaration of a controller. */
final class Declaration<K> implements ControllerBuilder<K> {
  private final Controllers controllers;
  final Class<K> keyType;
  final String name;
  final List<WatchDeclaration<?, K>> watches = new ArrayList<>();
  @Nullable ResourceType kind;
  int workers;
  @Nullable Duration timeout;
  Duration firstBackOff = Duration.ofMillis(5);
  Duration longestBackOff = Duration.ofSeconds(1000);
  Queueing queueing = Queueing.PRIORITY;
  @Nullable RateLimiter<K> limiter;
  Duration syncTimeout = Duration.ofMinutes(2);
  boolean needsLeader = true;
  boolean warmsUp;
  String leaderGroup = "";
  private @Nullable Function<K, String> namespaces;
  private final LateEnqueuer<K> enqueuer;

  Declaration(Controllers controllers, Class<K> keyType, String name) {
    this.controllers = controllers;
    this.keyType = keyType;
    this.name = name;
    this.enqueuer = new LateEnqueuer<>(name);
  }

  @Override
  public ControllerBuilder<K> kind(Class<? extends HasMetadata> type) {
    kind = ResourceType.of(type);
    return this;
  }

  @Override
  public <T extends HasMetadata> ControllerBuilder<K> watch(
      Class<T> type, Consumer<WatchBuilder<T, K>> declaration) {
    watches.add(watchOf(type, declaration));
    return this;
  }

  @Override
  public <T extends HasMetadata> ControllerBuilder<K> watchIfPresent(
      Class<T> type, Consumer<WatchBuilder<T, K>> declaration) {
    WatchDeclaration<T, K> watch = watchOf(type, declaration);
    watch.makeOptional();
    watches.add(watch);
    return this;
  }

  private <T extends HasMetadata> WatchDeclaration<T, K> watchOf(
      Class<T> type, Consumer<WatchBuilder<T, K>> declaration) {
    var watch =
        new WatchDeclaration<T, K>(
            ResourceType.of(type),
            Projection.FULL,
            entry -> entry.decode(type),
            keyType,
            controllers.client());
    declaration.accept(watch);
    watch.check();
    return watch;
  }

  @Override
  public ControllerBuilder<K> watchMetadata(
      ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> declaration) {
    watches.add(metadataWatch(type, declaration));
    return this;
  }

  WatchDeclaration<GenericKubernetesResource, K> metadataWatch(
      ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> declaration) {
    var watch =
        new WatchDeclaration<GenericKubernetesResource, K>(
            type,
            Projection.METADATA,
            entry -> Optional.of(entry.metadata(type)),
            keyType,
            controllers.client());
    declaration.accept(watch);
    watch.check();
    return watch;
  }

  @Override
  public ControllerBuilder<K> workers(int count) {
    if (count < 1) {
      throw new IllegalArgumentException(name + ": " + count + " workers");
    }
    workers = count;
    return this;
  }

  @Override
  public ControllerBuilder<K> timeout(Duration atMost) {
    timeout = atMost;
    return this;
  }

  @Override
  public ControllerBuilder<K> backOff(Duration first, Duration longest) {
    firstBackOff = first;
    longestBackOff = longest;
    return this;
  }

  @Override
  public ControllerBuilder<K> queue(Queueing kind) {
    queueing = kind;
    return this;
  }

  @Override
  public ControllerBuilder<K> limiter(RateLimiter<K> declaration) {
    limiter = declaration;
    return this;
  }

  @Override
  public ControllerBuilder<K> withoutLeader() {
    needsLeader = false;
    return this;
  }

  @Override
  public ControllerBuilder<K> leaderGroup(String group) {
    leaderGroup = group;
    return this;
  }

  @Override
  public ControllerBuilder<K> sharded(Function<K, String> namespaceOfKey) {
    namespaces = namespaceOfKey;
    return this;
  }

  /** Whether the keys can be divided among replicas. */
  boolean isSharded() {
    return namespaces != null;
  }

  Function<K, String> namespaces() {
    return Objects.requireNonNull(namespaces);
  }

  /** Declares a watch for controllers of shards that start later. */
  void replaceMetadataWatch(
      ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> declaration) {
    dropWatches(type);
    watches.add(metadataWatch(type, declaration));
  }

  void dropWatches(ResourceType type) {
    watches.removeIf(watch -> watch.type().equals(type));
  }

  @Override
  public ControllerBuilder<K> warmUp() {
    warmsUp = true;
    return this;
  }

  @Override
  public ControllerBuilder<K> syncTimeout(Duration atMost) {
    syncTimeout = atMost;
    return this;
  }

  @Override
  public Enqueuer<K> enqueuer() {
    return enqueuer;
  }

  @Override
  public Controller<K> reconcile(Reconciler<K> reconciler) {
    return controllers.register(this, reconciler);
  }

  /** Connects {@link #enqueuer} before the controller can start. */
  void registered(Controller<K> controller) {
    enqueuer.registered = controller;
  }

  /** Forwards to the controller once it is registered. */
  private static final class LateEnqueuer<K> implements Enqueuer<K> {
    private final String name;
    private volatile @Nullable Controller<K> registered;

    private LateEnqueuer(String name) {
      this.name = name;
    }

    private Controller<K> controller() {
      Controller<K> controller = registered;
      if (controller == null) {
        throw new IllegalStateException("controller " + name + " is not registered yet");
      }
      return controller;
    }

    @Override
    public void add(K key) {
      controller().enqueue(key);
    }

    @Override
    public void addAfter(K key, Duration delay) {
      if (delay.isPositive()) {
        controller().enqueueAfter(key, delay);
      } else {
        controller().enqueue(key);
      }
    }
  }
}
