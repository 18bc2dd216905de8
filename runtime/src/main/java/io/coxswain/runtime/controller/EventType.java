package io.coxswain.runtime.controller;

import io.coxswain.runtime.cache.Change;

/** The type of an {@link Event}, which is known before the object is decoded. */
public enum EventType {
  CREATED,
  UPDATED,
  DELETED;

  static EventType of(Change change) {
    return switch (change) {
      case Change.Added _ -> CREATED;
      case Change.Updated _ -> UPDATED;
      case Change.Removed _ -> DELETED;
    };
  }
}
