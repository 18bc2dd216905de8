package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.cache.Change;
import io.coxswain.runtime.cache.Entry;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A declared watch, which maps changes to keys. Objects are decoded only if needed. */
final class WatchDeclaration<T extends HasMetadata, K> implements WatchBuilder<T, K> {
  private final ResourceType type;
  private final Projection projection;
  private final Function<Entry, Optional<T>> decode;
  private final Class<K> keyType;
  private final Reader client;
  private final List<Predicate<Event<T>>> predicates = new ArrayList<>();
  private final List<Consumer<Event<T>>> observers = new ArrayList<>();
  private final List<Consumer<Latest<T>>> latestObservers = new ArrayList<>();
  private Set<EventType> types = EnumSet.allOf(EventType.class);
  private @Nullable Target<T, K> target;
  private Duration delay = Duration.ZERO;
  private boolean optional;

  /** Maps events to keys. */
  private sealed interface Target<T, K> {
    /** By the header of each state; the object is not decoded. */
    record ByHeader<T, K>(Function<Entry, List<K>> keys) implements Target<T, K> {}

    /** By each state of the object. */
    record ByObject<T, K>(Mapping<T, K> mapping) implements Target<T, K> {}

    /** By the event. */
    record ByEvent<T, K>(EventHandler<T, K> handler) implements Target<T, K> {}

    /** By the latest state. */
    record ByLatest<T, K>(Latest.Handler<T, K> handler) implements Target<T, K> {}
  }

  WatchDeclaration(
      ResourceType type,
      Projection projection,
      Function<Entry, Optional<T>> decode,
      Class<K> keyType,
      Reader client) {
    this.type = type;
    this.projection = projection;
    this.decode = decode;
    this.keyType = keyType;
    this.client = client;
  }

  ResourceType type() {
    return type;
  }

  Projection projection() {
    return projection;
  }

  @Override
  public WatchBuilder<T, K> self() {
    requireObjectKeys("self()");
    return to(new Target.ByHeader<>(entry -> List.of(keyType.cast(entry.key()))));
  }

  @Override
  public WatchBuilder<T, K> controllerOf(Class<? extends HasMetadata> ownerType) {
    requireObjectKeys("controllerOf()");
    ResourceType owner = ResourceType.of(ownerType);
    return to(new Target.ByHeader<>(entry -> controllerKey(entry, owner)));
  }

  private List<K> controllerKey(Entry entry, ResourceType owner) {
    Entry.Controller controller = entry.controller();
    if (controller == null
        || !controller.kind().equals(owner.kind())
        || !controller.group().equals(owner.group())) {
      return List.of();
    }
    String namespace = owner.namespaced() ? entry.key().namespace() : "";
    return List.of(keyType.cast(ObjectKey.of(namespace, controller.name())));
  }

  @Override
  public WatchBuilder<T, K> mapTo(Mapping<T, K> mapping) {
    return to(new Target.ByObject<>(mapping));
  }

  @Override
  public WatchBuilder<T, K> handle(EventHandler<T, K> handler) {
    return to(new Target.ByEvent<>(handler));
  }

  @Override
  public WatchBuilder<T, K> observe(Consumer<Event<T>> observer) {
    observers.add(observer);
    return this;
  }

  @Override
  public WatchBuilder<T, K> handleLatest(Latest.Handler<T, K> handler) {
    return to(new Target.ByLatest<>(handler));
  }

  @Override
  public WatchBuilder<T, K> observeLatest(Consumer<Latest<T>> observer) {
    latestObservers.add(observer);
    return this;
  }

  @Override
  public WatchBuilder<T, K> only(EventType first, EventType... more) {
    types = EnumSet.of(first, more);
    return this;
  }

  private WatchBuilder<T, K> to(Target<T, K> declared) {
    if (target != null) {
      throw new IllegalStateException("watch of " + type + ": the keys are declared twice");
    }
    target = declared;
    return this;
  }

  private void requireObjectKeys(String method) {
    if (keyType != ObjectKey.class) {
      throw new IllegalStateException(
          "watch of " + type + ": " + method + " needs a controller by ObjectKey; use mapTo");
    }
  }

  @Override
  public WatchBuilder<T, K> when(Predicate<Event<T>> predicate) {
    predicates.add(predicate);
    return this;
  }

  @Override
  public WatchBuilder<T, K> delay(Duration time) {
    delay = time;
    return this;
  }

  private Duration delay(Change change) {
    return change instanceof Change.Added(Entry now, boolean initial) && initial
        ? Duration.ZERO
        : delay;
  }

  void makeOptional() {
    optional = true;
  }

  /** Whether the server may not serve the kind. */
  boolean isOptional() {
    return optional;
  }

  void check() {
    if (target == null && observers.isEmpty() && latestObservers.isEmpty()) {
      throw new IllegalStateException(
          "watch of " + type + ": call self(), controllerOf(), mapTo(), handle() or observe()");
    }
  }

  // ---- at work --------------------------------------------------------------------------------

  /** Calls the observers; once per change. */
  void observe(Change change) {
    if (!observers.isEmpty()) {
      event(change).ifPresent(event -> observers.forEach(observer -> observer.accept(event)));
    }
    if (!latestObservers.isEmpty()) {
      latest(change)
          .ifPresent(latest -> latestObservers.forEach(observer -> observer.accept(latest)));
    }
  }

  /** Enqueues the keys of a change, each once, in order. May be called again after a failure. */
  void handle(Change change, Enqueuer<K> queue) throws ApiException, CancelledException {
    if (!types.contains(EventType.of(change)) || (!predicates.isEmpty() && !matches(change))) {
      return;
    }
    switch (target) {
      case null -> {}
      case Target.ByEvent<T, K>(EventHandler<T, K> handler) -> {
        Optional<Event<T>> event = event(change);
        if (event.isPresent()) {
          handler.handle(event.get(), queue);
        }
      }
      case Target.ByLatest<T, K>(Latest.Handler<T, K> handler) -> {
        Optional<Latest<T>> latest = latest(change);
        if (latest.isPresent()) {
          handler.handle(latest.get(), queue);
        }
      }
      case Target.ByHeader<T, K>(Function<Entry, List<K>> keys) ->
          enqueue(change, keys::apply, queue);
      case Target.ByObject<T, K>(Mapping<T, K> mapping) ->
          enqueue(
              change,
              entry -> {
                Optional<T> object = decode.apply(entry);
                return object.isEmpty() ? List.of() : mapping.keys(object.get(), client);
              },
              queue);
    }
  }

  private boolean matches(Change change) {
    Optional<Event<T>> event = event(change);
    return event.isPresent()
        && predicates.stream().allMatch(predicate -> predicate.test(event.get()));
  }

  /** The keys of one state of an object. */
  private interface StateKeys<K> {
    Collection<K> of(Entry entry) throws ApiException, CancelledException;
  }

  private void enqueue(Change change, StateKeys<K> keys, Enqueuer<K> queue)
      throws ApiException, CancelledException {
    var all = new LinkedHashSet<K>();
    switch (change) {
      case Change.Added(Entry now, boolean initial) -> all.addAll(keys.of(now));
      case Change.Updated(Entry old, Entry now) -> {
        all.addAll(keys.of(old));
        all.addAll(keys.of(now));
      }
      case Change.Removed(Entry last, boolean unknown) -> all.addAll(keys.of(last));
    }
    Duration wait = delay(change);
    all.forEach(key -> queue.addAfter(key, wait));
  }

  private Optional<Event<T>> event(Change change) {
    return switch (change) {
      case Change.Added(Entry now, boolean initial) ->
          decode.apply(now).map(object -> new Event.Created<>(object, initial));
      case Change.Updated(Entry old, Entry now) ->
          decode
              .apply(old)
              .flatMap(was -> decode.apply(now).map(object -> new Event.Updated<>(was, object)));
      case Change.Removed(Entry last, boolean unknown) ->
          decode.apply(last).map(object -> new Event.Deleted<>(object, unknown));
    };
  }

  private Optional<Latest<T>> latest(Change change) {
    Entry newest =
        switch (change) {
          case Change.Added(Entry now, boolean initial) -> now;
          case Change.Updated(Entry old, Entry now) -> now;
          case Change.Removed(Entry last, boolean unknown) -> last;
        };
    String uid = change instanceof Change.Updated(Entry old, Entry now) ? old.uid() : newest.uid();
    return decode.apply(newest).map(object -> new Latest<>(object, EventType.of(change), uid));
  }
}
