package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;

/**
 * The latest state of an object after an event: cheaper than the {@link Event}, because the state
 * before an update is not decoded.
 *
 * @param object the newest known state
 * @param type the type of the event
 * @param uidBefore the UID before an update; that of the object for other events. It differs if
 *     another object of the same name has replaced it
 */
public record Latest<T>(T object, EventType type, String uidBefore) {

  /** As {@link EventHandler}, of the latest state. */
  @FunctionalInterface
  public interface Handler<T, K> {
    void handle(Latest<T> latest, Enqueuer<K> queue) throws ApiException;
  }
}
