package io.coxswain.apiserver.store;

import io.coxswain.env.Bell;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The commits of one kind in order, as a chain: whoever holds an entry can walk on from it without
 * a lock, and nothing is copied per reader. The store alone appends.
 */
public final class Log {
  private final Bell bell;
  private final ConcurrentSkipListMap<Long, Entry> entries = new ConcurrentSkipListMap<>();
  private volatile Entry last = new Entry(null, 0);

  Log(Bell bell) {
    this.bell = bell;
  }

  /** A place in the chain. */
  public static final class Entry {
    private final @Nullable Commit commit;
    private final long number;
    private volatile @Nullable Entry next;

    private Entry(@Nullable Commit commit, long number) {
      this.commit = commit;
      this.number = number;
    }

    /** Null only at the start of the chain. */
    public @Nullable Commit commit() {
      return commit;
    }

    public @Nullable Entry next() {
      return next;
    }

    /** Counts the entries of the chain, so that a reader can tell how far behind it is. */
    public long number() {
      return number;
    }
  }

  /** Rings after every append. */
  public Bell bell() {
    return bell;
  }

  void append(Commit commit) {
    Entry entry = new Entry(commit, last.number + 1);
    entries.put(commit.revision(), entry);
    last.next = entry;
    last = entry;
  }

  void ring() {
    bell.ring();
  }

  /** The entry after which all commits later than the revision follow. */
  Entry after(long revision) {
    Entry end = last; // before the look at the entries: what is appended meanwhile follows it
    var floor = entries.floorEntry(revision);
    if (floor != null) {
      return floor.getValue();
    }
    var first = entries.firstEntry();
    if (first == null) {
      return end;
    }
    var start = new Entry(null, first.getValue().number - 1);
    start.next = first.getValue();
    return start;
  }

  /** Entries of commits up to the revision are no longer found; who holds one can walk on. */
  void forget(long revision) {
    entries.headMap(revision, true).clear();
  }

  Entry last() {
    return last;
  }
}
