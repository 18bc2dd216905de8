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
 * The commits of one kind in order, as a linked list: the holder of an entry can follow it without
 * a lock, and nothing is copied per reader. Only the store appends.
 */
public final class Log {
  private final Bell bell;
  private final ConcurrentSkipListMap<Long, Entry> entries = new ConcurrentSkipListMap<>();
  private volatile Entry last = new Entry(null, 0);
  private final Tasks tasks;
  private final ConcurrentHashMap<String, Subscription> subscriptions = new ConcurrentHashMap<>();

  /**
   * After this many commits all readers are woken, even without a matching commit, so that they do
   * not fall behind.
   */
  private static final int CATCH_UP = 256;

  Log(Tasks tasks) {
    this.tasks = tasks;
    this.bell = tasks.newBell();
  }

  /** The readers that wait for commits with one value of one field. */
  private record Subscription(Bell bell, int holders) {}

  /** The interest in commits of objects that have, or had, the value in the field. */
  public static String interest(String field, String value) {
    return field + "=" + value;
  }

  /**
   * A bell that rings for commits that match the interest, and now and then; must be released with
   * {@link #unsubscribe}.
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

  /** A position in the log. */
  public static final class Entry {
    /** A position in no log: it has no successors, so it retains no memory. */
    public static final Entry NOWHERE = new Entry(null, 0);

    private final @Nullable Commit commit;
    private final long number;
    private volatile @Nullable Entry next;

    private Entry(@Nullable Commit commit, long number) {
      this.commit = commit;
      this.number = number;
    }

    /** Null only at the start of the log. */
    public @Nullable Commit commit() {
      return commit;
    }

    public @Nullable Entry next() {
      return next;
    }

    /** The index of the entry, from which a reader's lag is computed. */
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

  /** Wakes the readers interested in the commit. */
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

  /** The states of objects after the commits that follow the revision. */
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
    Entry end = last; // read before the entries, so that concurrent appends follow it
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

  /**
   * Drops entries up to the revision from the index; the holder of an entry can still follow it.
   */
  void forget(long revision) {
    entries.headMap(revision, true).clear();
  }

  Entry last() {
    return last;
  }
}
