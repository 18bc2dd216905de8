package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.CancelledException;
import io.coxswain.runtime.cache.Change;
import io.coxswain.runtime.cache.Entry;
import io.coxswain.runtime.cache.Projection;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A watch as declared, and how it turns changes into keys. Objects are decoded only if looked at.
 */
final class WatchDeclaration<T extends HasMetadata, K> implements WatchBuilder<T, K> {
  private final ResourceType type;
  private final Projection projection;
  private final Function<Entry, Optional<T>> decode;
  private final Class<K> keyType;
  private final Client client;
  private final List<Predicate<Event<T>>> predicates = new ArrayList<>();
  private @Nullable Target<T, K> target;
  private Duration delay = Duration.ZERO;
  private boolean optional;

  /** The keys that one state of an object concerns. */
  private sealed interface Target<T, K> {
    /** Tells by the header. */
    record ByHeader<T, K>(Function<Entry, List<K>> keys) implements Target<T, K> {}

    /** Tells by the object. */
    record ByObject<T, K>(Mapping<T, K> mapping) implements Target<T, K> {}
  }

  WatchDeclaration(
      ResourceType type,
      Projection projection,
      Function<Entry, Optional<T>> decode,
      Class<K> keyType,
      Client client) {
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

  private WatchBuilder<T, K> to(Target<T, K> how) {
    if (target != null) {
      throw new IllegalStateException("watch of " + type + ": the keys are declared twice");
    }
    target = how;
    return this;
  }

  private void requireObjectKeys(String method) {
    if (keyType != ObjectKey.class) {
      throw new IllegalStateException(
          "watch of " + type + ": " + method + " needs a controller by ObjectKey; use mapTo");
    }
  }

  @Override
  public WatchBuilder<T, K> when(Predicate<Event<T>> matters) {
    predicates.add(matters);
    return this;
  }

  @Override
  public WatchBuilder<T, K> delay(Duration time) {
    delay = time;
    return this;
  }

  /** How long the keys of a change wait. */
  Duration delay(Change change) {
    return change instanceof Change.Added(Entry now, boolean initial) && initial
        ? Duration.ZERO
        : delay;
  }

  void makeOptional() {
    optional = true;
  }

  /** Whether the server may lack the kind. */
  boolean isOptional() {
    return optional;
  }

  void check() {
    if (target == null) {
      throw new IllegalStateException(
          "watch of " + type + ": say self(), controllerOf() or mapTo()");
    }
  }

  // ---- at work --------------------------------------------------------------------------------

  /** The keys that a change concerns, each once, in order. */
  Set<K> keys(Change change) throws ApiException, CancelledException {
    if (!predicates.isEmpty() && !matters(change)) {
      return Set.of();
    }
    var keys = new LinkedHashSet<K>();
    switch (change) {
      case Change.Added(Entry now, boolean initial) -> keys.addAll(keys(now));
      case Change.Updated(Entry old, Entry now) -> {
        keys.addAll(keys(old));
        keys.addAll(keys(now));
      }
      case Change.Removed(Entry last, boolean unknown) -> keys.addAll(keys(last));
    }
    return keys;
  }

  private Collection<K> keys(Entry entry) throws ApiException, CancelledException {
    return switch (target) {
      case null -> List.of();
      case Target.ByHeader<T, K>(Function<Entry, List<K>> keys) -> keys.apply(entry);
      case Target.ByObject<T, K>(Mapping<T, K> mapping) -> {
        Optional<T> object = decode.apply(entry);
        yield object.isEmpty() ? List.of() : mapping.keys(object.get(), client);
      }
    };
  }

  private boolean matters(Change change) {
    Optional<Event<T>> event = event(change);
    return event.isPresent() && predicates.stream().allMatch(p -> p.test(event.get()));
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
}
