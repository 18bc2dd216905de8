package io.coxswain.apiserver.store;

import io.coxswain.env.Bell;
import io.coxswain.env.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
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
  private final Tasks tasks;
  private final ConcurrentHashMap<String, Subscription> subscriptions = new ConcurrentHashMap<>();

  /** After so many commits even those are woken whom none concerned, so that they keep up. */
  private static final int CATCH_UP = 256;

  Log(Tasks tasks) {
    this.tasks = tasks;
    this.bell = tasks.newBell();
  }

  /** Those who wait for commits about one value of one field. */
  private record Subscription(Bell bell, int holders) {}

  /** What to subscribe to for commits of objects that have, or had, the value in the field. */
  public static String interest(String field, String value) {
    return field + "=" + value;
  }

  /**
   * A bell that rings for commits of the interest, and now and then; to be given back with {@link
   * #unsubscribe}.
   */
  public Bell subscribe(String interest) {
    Subscription subscription =
        subscriptions.compute(
            interest,
            (_, known) ->
                known == null
                    ? new Subscription(tasks.newBell(), 1)
                    : new Subscription(known.bell, known.holders + 1));
    return subscription.bell;
  }

  public void unsubscribe(String interest) {
    subscriptions.computeIfPresent(
        interest,
        (_, known) -> known.holders == 1 ? null : new Subscription(known.bell, known.holders - 1));
  }

  /** A place in the chain. */
  public static final class Entry {
    /** A place in no chain: nothing comes after it, so nothing is kept for whoever holds it. */
    public static final Entry NOWHERE = new Entry(null, 0);

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

  /** Rings after every commit. */
  public Bell bell() {
    return bell;
  }

  void append(Commit commit) {
    Entry entry = new Entry(commit, last.number + 1);
    entries.put(commit.revision(), entry);
    last.next = entry;
    last = entry;
  }

  /** Wakes those whom the commit concerns. */
  void ring(Commit commit) {
    bell.ring();
    if (subscriptions.isEmpty()) {
      return;
    }
    if (last.number % CATCH_UP == 0) {
      subscriptions.values().forEach(subscription -> subscription.bell.ring());
      return;
    }
    Stored before = commit.before();
    ring(commit.after().fields());
    if (before != null && !before.fields().equals(commit.after().fields())) {
      ring(before.fields());
    }
  }

  private void ring(SortedMap<String, String> fields) {
    fields.forEach(
        (field, value) -> {
          Subscription subscription = subscriptions.get(interest(field, value));
          if (subscription != null) {
            subscription.bell.ring();
          }
        });
  }

  /** The objects as they were after the commits that follow the revision. */
  List<Stored> states(long revision, int most) {
    var states = new ArrayList<Stored>();
    for (Entry entry : entries.tailMap(revision, false).values()) {
      if (states.size() == most) {
        break;
      }
      if (entry.commit != null) {
        states.add(entry.commit.after());
      }
    }
    return states;
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
