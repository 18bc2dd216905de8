package io.coxswain.apiserver.store;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.compression.IdleCompressor;
import io.coxswain.apiserver.store.GroupCommit.Step;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Tasks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All objects and their recent history: in memory, and in a directory if one was given.
 *
 * <p>There are two states. The <em>newest</em> state contains every accepted commit; writers are
 * checked against it. The <em>head</em> is what readers see. In memory they are the same. With a
 * directory a commit moves from the newest state to the head when it is on disk, and only then does
 * its writer get a response. A writer that lost to a commit which is still in progress waits for
 * that commit to become visible, because it could not read the winning state otherwise.
 *
 * <p>Invariants: the head's revision is that of the last visible commit. A log entry is appended
 * before the head that contains it is published, and bells ring after that, so a reader that reads
 * the head first and then finds the end of a log has seen every commit of that kind up to the
 * head's revision. A revision is either served exactly or rejected as compacted. Readers take no
 * lock.
 */
public final class Store implements AutoCloseable {
  private static final long FIRST_REVISION = 1;

  private final Tasks tasks;
  private final StoreLimits limits;
  private final ReentrantLock lock = new ReentrantLock();
  private final ConcurrentSkipListMap<Long, Snapshot> history = new ConcurrentSkipListMap<>();
  private final ConcurrentHashMap<String, Log> logs = new ConcurrentHashMap<>();
  private final ArrayDeque<Commit> window = new ArrayDeque<>();
  private final List<Consumer<Commit>> listeners = new ArrayList<>();
  private final ArrayDeque<Commit> announcements = new ArrayDeque<>();
  private final List<Commit> unsaved = new ArrayList<>();
  private final ConcurrentHashMap<String, IdleCompressor<Stored>> foldings =
      new ConcurrentHashMap<>();
  private IdleCompressor.@Nullable Later maintenanceTasks;
  private RecordForm form = RecordForm.Encrypted.NOTHING;
  private @Nullable DataDirectory directory;
  private @Nullable GroupCommit durable;
  private long windowBytes;
  private Snapshot newest = new Snapshot(FIRST_REVISION, SortedTree.empty());
  private volatile Snapshot head = newest;
  private volatile long compacted;
  private boolean announcing;
  private boolean restored;

  /** A store in memory. */
  public Store(Tasks tasks, StoreLimits limits) {
    this.tasks = tasks;
    this.limits = limits;
    history.put(head.revision(), head);
  }

  /**
   * An in-memory store with the given initial state and no history. The objects are shared with
   * other stores created from it.
   */
  public static Store from(Snapshot state, Tasks tasks, StoreLimits limits) {
    var store = new Store(tasks, limits);
    store.beginAt(state);
    return store;
  }

  private void beginAt(Snapshot state) {
    history.clear();
    newest = state;
    history.put(state.revision(), state);
    head = state;
    compacted = state.revision() - 1;
  }

  /**
   * Opens a store in a directory, with its content. It persists what is written from {@link #begin}
   * on.
   *
   * @throws IOException with a message for the user who specified the directory
   */
  public static Store open(Env env, Path path, StoreLimits limits) throws IOException {
    return open(env, path, limits, null);
  }

  /** Like {@link #open(Env, Path, StoreLimits)}, with encrypted records. */
  public static Store open(Env env, Path path, StoreLimits limits, @Nullable RecordCipher cipher)
      throws IOException {
    var store = new Store(env.tasks(), limits);
    if (cipher != null) {
      store.form = RecordForm.of(cipher);
    }
    var directory = DataDirectory.open(env, path, limits, store.form);
    try {
      directory.recover(FIRST_REVISION, store.new Recovery());
    } catch (IOException e) {
      directory.close();
      throw e;
    }
    store.directory = directory;
    store.restored = store.revision() > FIRST_REVISION;
    return store;
  }

  /**
   * Writes everything committed so far to disk in one step, and from now on each commit before it
   * becomes visible. Must be called before others use the store; has no effect on an in-memory
   * store.
   */
  public void begin() throws IOException {
    DataDirectory files = directory;
    if (files == null) {
      return;
    }
    if (!unsaved.isEmpty()) {
      try {
        files.append(unsaved);
      } catch (IOException e) {
        throw new IOException("cannot write to the data directory: " + FileProblem.why(e), e);
      }
      unsaved.clear();
    }
    files.rewriteIfStale(newest);
    durable = new GroupCommit(tasks, files, new Visible());
    durable.start();
  }

  /** Writes all objects to disk again, concurrently; has no effect on an in-memory store. */
  public void rewrite() {
    DataDirectory files = directory;
    GroupCommit commits = durable;
    if (files != null && commits != null) {
      files.rewriteSoon();
      commits.wake();
    }
  }

  /**
   * Starts compressing objects that have not changed for a while, kind by kind; invisible to
   * readers.
   */
  public void compressBy(IdleCompressor.Later whenThereIsTime) {
    lock.lock();
    try {
      maintenanceTasks = whenThereIsTime;
      for (String collection : newest.collections().keys()) {
        compressorOf(collection, whenThereIsTime).schedule();
      }
    } finally {
      lock.unlock();
    }
  }

  private void noteCompressible(Commit commit) {
    if (maintenanceTasks != null && commit.after().length() >= IdleCompressor.MIN_OBJECT_SIZE) {
      compressorOf(commit.collection(), maintenanceTasks).schedule();
    }
  }

  private IdleCompressor<Stored> compressorOf(
      String collection, IdleCompressor.Later whenThereIsTime) {
    IdleCompressor<Stored> known = foldings.get(collection);
    return known != null
        ? known
        : foldings.computeIfAbsent(
            collection,
            name -> new IdleCompressor<>(new StoredObjects(this, name), whenThereIsTime));
  }

  /** Encodes the JSON of an object for its future revision. */
  @FunctionalInterface
  public interface Encoder {
    Stored at(long revision);
  }

  /** Whether it was opened with commits from a directory. */
  public boolean isRestored() {
    return restored;
  }

  /** How objects are sealed in files. */
  RecordForm form() {
    return form;
  }

  public Snapshot head() {
    return head;
  }

  public long revision() {
    return head.revision();
  }

  /** Revisions up to this one have been compacted. */
  public long compacted() {
    return compacted;
  }

  /**
   * Creates or replaces an object.
   *
   * @param seen the object as the caller read it; null if it did not exist
   */
  public Stored put(
      String collection, ObjectKey key, @Nullable Stored seen, Encoder encoder, Origin origin)
      throws RacedException {
    return commit(collection, key, seen, encoder, false, origin);
  }

  /** Removes an object; the encoder returns its last state. */
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
    GroupCommit disk = durable;
    GroupCommit.Batch batch = null;
    Step step = null;
    lock.lock();
    try {
      Stored present = newest.find(collection, key);
      if (revisionOf(present) == revisionOf(seen)) {
        long revision = newest.revision() + 1;
        Stored after = encoder.at(revision);
        var commit = new Commit(revision, collection, present, after, removal, origin);
        step = new Step(commit, newest.with(commit));
        if (disk != null) {
          batch = disk.submit(step);
        }
        newest = step.state();
        if (batch == null) {
          show(step);
          if (directory != null) {
            unsaved.add(step.commit());
          }
        }
      }
    } finally {
      lock.unlock();
    }
    if (step == null) {
      if (disk != null) {
        disk.awaitSubmitted();
      }
      throw new RacedException();
    }
    if (batch != null) {
      batch.await();
    } else {
      notifyWatchers(List.of(step));
    }
    return step.commit().after();
  }

  /** Publishes a commit to readers. Called under the lock. */
  private void show(Step step) {
    Commit commit = step.commit();
    logOf(commit.collection()).append(commit);
    window.add(commit);
    windowBytes += commit.after().length();
    noteCompressible(commit);
    history.put(commit.revision(), step.state());
    head = step.state();
    announcements.add(commit);
    while (window.size() > limits.revisions()
        || (windowBytes > limits.bytes() && window.size() > 1)) {
      forgetOldest();
    }
  }

  /** Wakes the readers waiting for commits that are now visible. */
  private void notifyWatchers(List<Step> steps) {
    for (Step step : steps) {
      logOf(step.commit().collection()).ring(step.commit());
    }
    announce();
  }

  /** Publishes commits that are on disk. */
  private final class Visible implements GroupCommit.Publisher {
    @Override
    public void publish(List<Step> steps) {
      lock.lock();
      try {
        steps.forEach(Store.this::show);
      } finally {
        lock.unlock();
      }
      notifyWatchers(steps);
    }

    @Override
    public void withdraw(Runnable discard) {
      lock.lock();
      try {
        newest = head;
        discard.run();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public Snapshot head() {
      return head;
    }
  }

  /** Restores the content of a directory; the commits after its snapshot become history again. */
  private final class Recovery implements DataDirectory.Reader {
    private static final Origin ORIGIN = new Origin("restore", "", "");

    @Override
    public void snapshot(Records.Entry entry) {
      newest = newest.with(entry.collection(), entry.object());
    }

    @Override
    public void revision(long revision) {
      beginAt(new Snapshot(revision, newest.collections()));
    }

    @Override
    public void commit(Records.Entry entry) {
      Stored object = entry.object();
      var commit =
          new Commit(
              object.revision(),
              entry.collection(),
              newest.find(entry.collection(), object.key()),
              object,
              entry.removal(),
              ORIGIN);
      newest = newest.with(commit);
      show(new Step(commit, newest));
      announcements.clear();
    }
  }

  /** The state at a past revision. */
  public Snapshot at(long revision) throws CompactedException {
    Snapshot snapshot = history.get(revision);
    if (snapshot == null) {
      throw new CompactedException(revision, compacted + 1);
    }
    return snapshot;
  }

  /** The entry after which all commits of a kind later than the revision follow. */
  public Log.Entry logAfter(String collection, long revision) throws CompactedException {
    Log.Entry entry = logOf(collection).after(revision);
    if (revision < compacted) {
      throw new CompactedException(revision, compacted + 1);
    }
    return entry;
  }

  /** The log itself, for waiting on it. */
  public Log log(String collection) {
    return logOf(collection);
  }

  /** The number of commits of the kind after the entry. */
  public long behind(String collection, Log.Entry entry) {
    return logOf(collection).last().number() - entry.number();
  }

  /** Discards all history up to the revision, but never the current state. */
  public void compact(long revision) {
    lock.lock();
    try {
      while (!window.isEmpty() && compacted < Math.min(revision, head.revision() - 1)) {
        forgetOldest();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The oldest revision of the history is that before the oldest commit of the window. */
  private void forgetOldest() {
    Commit oldest = window.remove();
    windowBytes -= oldest.after().length();
    compacted = oldest.revision() - 1;
    history.remove(oldest.revision() - 1);
    logOf(oldest.collection()).forget(oldest.revision() - 1);
  }

  /**
   * Calls the listener after each commit, in the order of commits, on the task that committed or
   * that of another concurrent commit.
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
    Log known = logs.get(collection);
    return known != null ? known : logs.computeIfAbsent(collection, _ -> new Log(tasks));
  }

  /**
   * One task at a time delivers announcements, so listeners receive them in order without a lock.
   */
  private void announce() {
    while (true) {
      Commit next;
      List<Consumer<Commit>> to;
      lock.lock();
      try {
        if (announcing || announcements.isEmpty()) {
          return;
        }
        if (listeners.isEmpty()) {
          announcements.clear();
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

  /** Why only deletions, or no commits at all, are accepted now; null if there is no problem. */
  public @Nullable String problem() {
    GroupCommit disk = durable;
    if (disk != null && disk.problem() != null) {
      return disk.problem();
    }
    DataDirectory files = directory;
    return files == null ? null : files.problem();
  }

  /** Writes everything accepted to disk and releases the directory. */
  @Override
  public void close() throws CancelledException {
    foldings.values().forEach(IdleCompressor::stop);
    if (durable != null) {
      durable.stop();
    }
    try {
      if (directory != null) {
        directory.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
