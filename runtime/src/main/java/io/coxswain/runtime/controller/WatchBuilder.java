package io.coxswain.runtime.controller;

import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * Says which keys a change of a watched object concerns, and which changes matter. Exactly one of
 * {@link #self}, {@link #controllerOf} and {@link #mapTo} must be called. On an update both the old
 * and the new object are mapped.
 */
public interface WatchBuilder<T extends HasMetadata, K> {

  /** The object's own key. */
  WatchBuilder<T, K> self();

  /** The key of the object's controlling owner, when that is of the given kind. */
  WatchBuilder<T, K> controllerOf(Class<? extends HasMetadata> ownerType);

  WatchBuilder<T, K> mapTo(Mapping<T, K> mapping);

  /** Only events that pass; called again, both must pass. */
  WatchBuilder<T, K> when(Predicate<Event<T>> matters);

  /**
   * Lets keys wait before they are worked on, so that a burst of changes leads to one pass. Keys of
   * objects that are there at the start do not wait.
   */
  WatchBuilder<T, K> delay(Duration time);

  /** From an object to the keys it concerns. */
  @FunctionalInterface
  interface Mapping<T, K> {
    Collection<K> keys(T object, Client client) throws io.coxswain.api.ApiException;
  }
}
