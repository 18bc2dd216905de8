package io.coxswain.runtime.controller;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.cache.Change;

/**
 * Key, type of change and version of a cache event, without the object, because thousands of these
 * are kept and hardly one is ever read.
 *
 * @param version 0 if unknown
 */
record ChangeSummary(ObjectKey key, String change, long version) {

  static ChangeSummary of(Change change) {
    return switch (change) {
      case Change.Added(var now, boolean initial) ->
          new ChangeSummary(now.key(), initial ? "was there" : "was created", 0);
      case Change.Updated(var old, var now) ->
          old.version() == now.version()
              ? new ChangeSummary(now.key(), "was looked at again", 0)
              : new ChangeSummary(now.key(), "changed to version", now.version());
      case Change.Removed(var last, boolean _) -> new ChangeSummary(last.key(), "was deleted", 0);
    };
  }

  @Override
  public String toString() {
    return key + " " + change + (version == 0 ? "" : " " + version);
  }
}
