package io.coxswain.runtime.controller;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.cache.Change;

/**
 * What the cache told of an object, without the object: thousands of these are kept, and hardly one
 * is ever read.
 *
 * @param version 0 where it says nothing
 */
record Seen(ObjectKey key, String what, long version) {

  static Seen of(Change change) {
    return switch (change) {
      case Change.Added(var now, boolean initial) ->
          new Seen(now.key(), initial ? "was there" : "was created", 0);
      case Change.Updated(var old, var now) ->
          old.version() == now.version()
              ? new Seen(now.key(), "was looked at again", 0)
              : new Seen(now.key(), "changed to version", now.version());
      case Change.Removed(var last, boolean _) -> new Seen(last.key(), "was deleted", 0);
    };
  }

  @Override
  public String toString() {
    return key + " " + what + (version == 0 ? "" : " " + version);
  }
}
