package io.coxswain.apiserver.watch;

import io.coxswain.apiserver.store.Stored;

/** An event of a watch. */
public sealed interface WatchEvent {

  /**
   * An object entered the selection, changed in it, or left it.
   *
   * @param type ADDED, MODIFIED or DELETED
   */
  record Change(String type, Stored object) implements WatchEvent {}

  /**
   * Everything up to the revision has been sent.
   *
   * @param initialEventsEnd whether this ends the initial list
   */
  record Bookmark(long revision, boolean initialEventsEnd) implements WatchEvent {}
}
