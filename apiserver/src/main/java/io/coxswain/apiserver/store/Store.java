package io.coxswain.apiserver.store;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Tasks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All objects and their recent history, in memory.
 *
 * <p>Invariants: the head's revision is that of the last commit; a log entry is appended before the
 * head that contains it is published, so whoever reads the head first and then finds the end of a
 * log has seen every commit of that kind up to the head's revision; a revision is either answered
 * exactly or refused as compacted.
 */
public final class Store {
  private final Tasks tasks;
  private final int historyLimit;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<Long, Snapshot> history = new TreeMap<>();
  private final TreeMap<String, Log> logs = new TreeMap<>();
  private final List<Consumer<Commit>> listeners = new ArrayList<>();
  private final ArrayDeque<Commit> announcements = new ArrayDeque<>();
  private volatile Snapshot head = new Snapshot(1, SortedTree.empty());
  private volatile long compacted;
  private boolean announcing;

  /**
   * @param historyLimit how many revisions before the present one are kept
   */
  public Store(Tasks tasks, int historyLimit) {
    this.tasks = tasks;
    this.historyLimit = historyLimit;
    history.put(head.revision(), head);
  }

  /** Writes the JSON of an object for the revision it is going to have. */
  @FunctionalInterface
  public interface Encoder {
    Stored at(long revision);
  }

  public Snapshot head() {
    return head;
  }

  public long revision() {
    return head.revision();
  }

  /** Revisions up to this one are no longer known. */
  public long compacted() {
    return compacted;
  }

  /**
   * Creates or replaces an object.
   *
   * @param seen the object as the caller read it; null when it found none
   */
  public Stored put(
      String collection, ObjectKey key, @Nullable Stored seen, Encoder encoder, Origin origin)
      throws RacedException {
    return commit(collection, key, seen, encoder, false, origin);
  }

  /** Removes an object; the encoder gives its last state. */
  public Stored remove(
      String collection, ObjectKey key, Stored seen, Encoder encoder, Origin origin)
      throws RacedException {
    return commit(collection, key, seen, encoder, true, origin);
  }

  private Stored commit(
      String collection,
      ObjectKey key,
      @Nullable Stored seen,
      Encoder encoder,
      boolean removal,
      Origin origin)
      throws RacedException {
    Stored after;
    Log log;
    lock.lock();
    try {
      var objects = head.collection(collection);
      Stored present = objects.get(key);
      if (revisionOf(present) != revisionOf(seen)) {
        throw new RacedException();
      }
      long revision = head.revision() + 1;
      after = encoder.at(revision);
      var commit = new Commit(revision, collection, seen, after, removal, origin);
      log = logOf(collection);
      log.append(commit);
      var changed = removal ? objects.without(key) : objects.with(key, after);
      head = new Snapshot(revision, head.collections().with(collection, changed));
      history.put(revision, head);
      if (history.size() > historyLimit + 1) {
        trim(history.firstKey());
      }
      announcements.add(commit);
    } finally {
      lock.unlock();
    }
    log.bell().ring();
    announce();
    return after;
  }

  /** Everything as of a past revision. */
  public Snapshot at(long revision) throws CompactedException {
    lock.lock();
    try {
      var snapshot = history.get(revision);
      if (snapshot == null) {
        throw new CompactedException(revision, history.firstKey());
      }
      return snapshot;
    } finally {
      lock.unlock();
    }
  }

  /** Where to read on in the commits of a kind to see all that are later than the revision. */
  public Log.Entry logAfter(String collection, long revision) throws CompactedException {
    lock.lock();
    try {
      if (revision < compacted) {
        throw new CompactedException(revision, compacted + 1);
      }
      return logOf(collection).after(revision);
    } finally {
      lock.unlock();
    }
  }

  /** The log itself, for waiting on it. */
  public Log log(String collection) {
    lock.lock();
    try {
      return logOf(collection);
    } finally {
      lock.unlock();
    }
  }

  /** How many commits of the kind follow the entry. */
  public long behind(String collection, Log.Entry entry) {
    lock.lock();
    try {
      return logOf(collection).last().number() - entry.number();
    } finally {
      lock.unlock();
    }
  }

  /** Forgets all history up to the revision, but never the present state. */
  public void compact(long revision) {
    lock.lock();
    try {
      trim(Math.min(revision, head.revision() - 1));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Calls the listener after each commit, in the order of commits, on the task that committed or
   * that of another commit then under way.
   */
  public void listen(Consumer<Commit> listener) {
    lock.lock();
    try {
      listeners.add(listener);
    } finally {
      lock.unlock();
    }
  }

  private static long revisionOf(@Nullable Stored object) {
    return object == null ? 0 : object.revision();
  }

  private Log logOf(String collection) {
    return logs.computeIfAbsent(collection, name -> new Log(tasks.newBell()));
  }

  private void trim(long revision) {
    history.headMap(revision, true).clear();
    logs.values().forEach(log -> log.trim(revision));
    compacted = Math.max(compacted, revision);
  }

  /** One task at a time hands out announcements, so listeners see them in order without a lock. */
  private void announce() {
    while (true) {
      Commit next;
      List<Consumer<Commit>> to;
      lock.lock();
      try {
        if (announcing || announcements.isEmpty()) {
          return;
        }
        announcing = true;
        next = announcements.remove();
        to = List.copyOf(listeners);
      } finally {
        lock.unlock();
      }
      try {
        to.forEach(listener -> listener.accept(next));
      } finally {
        lock.lock();
        try {
          announcing = false;
        } finally {
          lock.unlock();
        }
      }
    }
  }
}
