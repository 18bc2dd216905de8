package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;

/**
 * Handles the events of a watch and decides itself which keys are enqueued, and when. Use it when
 * the keys depend on the kind of event, on both states of the object or on state that earlier
 * events have built up; otherwise {@link WatchBuilder#mapTo} is simpler.
 *
 * <p>The events of one watch arrive in order, one at a time. An event whose handler throws an
 * {@link ApiException} is delivered again after a second, so handlers must be idempotent.
 */
@FunctionalInterface
public interface EventHandler<T, K> {
  void handle(Event<T> event, Enqueuer<K> queue) throws ApiException;
}
