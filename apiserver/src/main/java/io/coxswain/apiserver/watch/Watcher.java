package io.coxswain.apiserver.watch;

import io.coxswain.apiserver.store.Commit;
import io.coxswain.apiserver.store.Log;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One open watch. For one reader; closing it from another task wakes the reader. */
public final class Watcher implements AutoCloseable {
  private static final Duration BOOKMARK_EVERY = Duration.ofSeconds(60);
  private static final Duration LAST_BOOKMARK_BEFORE_END = Duration.ofSeconds(2);

  private final Store store;
  private final Clock clock;
  private final int backlogLimit;
  private final String collection;
  private final Predicate<Stored> selection;
  private final boolean bookmarks;
  private final long from;
  private final Bell bell;
  private final String interest;
  private final AtomicBoolean subscribed = new AtomicBoolean(true);
  private final ArrayDeque<WatchEvent> first;
  private final Instant end;
  private Instant nextBookmark;
  private Log.Entry place;
  private volatile boolean closed;

  Watcher(
      Store store,
      Clock clock,
      int backlogLimit,
      WatchSpec spec,
      ArrayDeque<WatchEvent> first,
      Log.Entry place) {
    this.store = store;
    this.clock = clock;
    this.backlogLimit = backlogLimit;
    this.collection = spec.collection();
    this.selection = spec.selection();
    this.bookmarks = spec.bookmarks();
    this.from = spec.initial() ? 0 : spec.from();
    this.interest = spec.interest();
    Log log = store.log(collection);
    this.bell = interest.isEmpty() ? log.bell() : log.subscribe(interest);
    this.first = first;
    this.place = place;
    Instant now = clock.now();
    this.end = now.plus(spec.timeout());
    this.nextBookmark = bookmarkAfter(now);
  }

  /** Waits for the next event; null if the watch has ended. */
  public @Nullable WatchEvent next() throws CancelledException {
    while (!closed) {
      WatchEvent initial = first.poll();
      if (initial != null) {
        return initial;
      }
      long rings = bell.rings();
      long revision = store.revision();
      WatchEvent event = advance();
      if (event != null || closed) {
        return event;
      }
      Instant now = clock.now();
      if (!now.isBefore(end)) {
        return null;
      }
      if (bookmarks && !now.isBefore(nextBookmark)) {
        nextBookmark = bookmarkAfter(now);
        if (revision >= from) {
          return new WatchEvent.Bookmark(revision, false);
        }
      }
      Instant until = bookmarks && nextBookmark.isBefore(end) ? nextBookmark : end;
      bell.await(rings, Duration.between(now, until));
    }
    place = Log.Entry.NOWHERE; // in case it advanced while it was being closed
    return null;
  }

  /** Whether {@link #next} would return without waiting; a server flushes if not. */
  public boolean ready() {
    if (first.isEmpty() && !closed) {
      WatchEvent event = advance();
      if (event != null) {
        first.add(event);
      }
    }
    return closed || !first.isEmpty();
  }

  /**
   * The next event among the visible commits; null if there is none yet. Closes the watch if it
   * lags too far behind.
   */
  private @Nullable WatchEvent advance() {
    while (true) {
      Log.Entry entry = place.next();
      Commit commit = entry == null ? null : entry.commit();
      if (entry == null || commit == null || commit.revision() > store.revision()) {
        return null;
      }
      place = entry;
      WatchEvent event = seen(commit);
      if (event != null) {
        if (tooSlow(entry, commit)) {
          close();
          return null;
        }
        return event;
      }
    }
  }

  /** A commit as seen through the selection; null if it is outside. */
  private @Nullable WatchEvent seen(Commit commit) {
    if (commit.revision() <= from) {
      return null;
    }
    Stored before = commit.before();
    boolean was = before != null && selection.test(before);
    boolean is = !commit.removal() && selection.test(commit.after());
    if (is) {
      return new WatchEvent.Change(was ? "MODIFIED" : "ADDED", commit.after());
    }
    return was ? new WatchEvent.Change("DELETED", commit.departure()) : null;
  }

  private boolean tooSlow(Log.Entry entry, Commit commit) {
    return commit.revision() <= store.compacted() || store.behind(collection, entry) > backlogLimit;
  }

  private Instant bookmarkAfter(Instant now) {
    Instant regular = now.plus(BOOKMARK_EVERY);
    Instant last = end.minus(LAST_BOOKMARK_BEFORE_END);
    return last.isAfter(now) && last.isBefore(regular) ? last : regular;
  }

  @Override
  public void close() {
    closed = true;
    place = Log.Entry.NOWHERE; // a held entry would retain all its successors
    if (!interest.isEmpty() && subscribed.getAndSet(false)) {
      store.log(collection).unsubscribe(interest);
    }
    bell.ring();
  }
}
