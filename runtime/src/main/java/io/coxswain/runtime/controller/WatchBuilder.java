package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Declares which keys are enqueued for the events of one watch.
 *
 * <ul>
 *   <li>{@link #self} enqueues the object's own key: the controller's primary kind.
 *   <li>{@link #controllerOf} enqueues the key of the controlling owner: objects that the
 *       controller creates.
 *   <li>{@link #mapTo} enqueues the keys that a function of the object returns: objects that others
 *       refer to. On an update both the old and the new object are mapped.
 *   <li>{@link #handle} is given the event and the queue: everything else.
 *   <li>{@link #handleLatest} is given the latest state and the queue, for kinds that change often.
 *   <li>{@link #observe} and {@link #observeLatest} enqueue nothing: tables that are built from
 *       events.
 * </ul>
 *
 * Exactly one of the first five must be called, or only one that observes. Mappings and predicates
 * are pure functions: they may be called any number of times, in any order.
 */
public interface WatchBuilder<T extends HasMetadata, K> {

  /** Enqueues the object's own key. */
  WatchBuilder<T, K> self();

  /** Enqueues the key of the object's controlling owner, if it is of the given kind. */
  WatchBuilder<T, K> controllerOf(Class<? extends HasMetadata> ownerType);

  /** Enqueues the keys that a pure function of the object returns. */
  WatchBuilder<T, K> mapTo(Mapping<T, K> mapping);

  /** Calls the handler for each event that satisfies the predicates. */
  WatchBuilder<T, K> handle(EventHandler<T, K> handler);

  /** Calls the handler with the latest state after each event that satisfies the predicates. */
  WatchBuilder<T, K> handleLatest(Latest.Handler<T, K> handler);

  /**
   * Calls the observer for every event, regardless of the predicates, before keys are enqueued for
   * it. May be combined with the other methods.
   */
  WatchBuilder<T, K> observe(Consumer<Event<T>> observer);

  /** As {@link #observe}, with the latest state after each event. */
  WatchBuilder<T, K> observeLatest(Consumer<Latest<T>> observer);

  /**
   * Enqueues keys only for events of these types. Unlike {@link #when}, it does not decode the
   * objects of other events.
   */
  WatchBuilder<T, K> only(EventType first, EventType... more);

  /** Enqueues keys only for events that satisfy the predicate; several must all be satisfied. */
  WatchBuilder<T, K> when(Predicate<Event<T>> predicate);

  /**
   * Delays the keys of {@link #self}, {@link #controllerOf} and {@link #mapTo}, so that a burst of
   * events leads to one reconcile. Keys of the initial list are not delayed.
   */
  WatchBuilder<T, K> delay(Duration time);

  /** Maps an object to keys; pure. */
  @FunctionalInterface
  interface Mapping<T, K> {
    Collection<K> keys(T object, Reader client) throws ApiException;
  }
}
