package io.coxswain.runtime.cache;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.compression.Body;
import io.coxswain.api.compression.EagerCompressor;
import io.coxswain.api.compression.IdleCompressor;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.rest.Rest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The cached objects of one kind.
 *
 * <p><b>Parts.</b> {@link Store} holds the objects and their indexes. {@link Partitions} are the
 * watches that keep them: one, or one for each cached namespace, each run by a {@link Reflector} on
 * its own task. {@link Subscribers} are notified of changes, {@link BarrierWaiters} wait for their
 * own writes. One lock guards all of them. It is held only for work on memory: callbacks, wake-ups
 * and waits happen after it has been released.
 *
 * <p><b>A change</b> takes one path, {@link #write}: update the store, append the change to the
 * buffer of every subscriber, collect the barriers that are satisfied now; then, without the lock,
 * wake subscribers, call back, and wait until the slowest subscriber has room. So a subscriber that
 * handles a change finds it, or a later one, in the store; and a slow subscriber slows the watch
 * down instead of filling the memory.
 *
 * <p><b>Projection.</b> A kind of which only metadata is needed is watched as metadata. The first
 * reader that needs complete objects replaces the watch with one of complete objects; a kind is
 * never watched twice. The replaced reflector may still be running: it is no longer the reflector
 * of its partition, so its writes are ignored.
 *
 * <p><b>Position.</b> Every partition knows the resourceVersion up to which it has applied all
 * changes. The position of the cache is the lowest of them. A writer that got a higher version in
 * response to its write is not in the cache yet. That comparison fails when the server's versions
 * start again, for example after a restore from backup; therefore fills are numbered, and a
 * consistent fill that began after the write satisfies the barrier whatever the versions are.
 *
 * <p><b>Memory.</b> An entry is a header and the JSON bytes; bytes of objects that have not changed
 * for a while are compressed by a maintenance task ({@link io.coxswain.api.compression}). Above the
 * configured ceiling the cache fails, because an incomplete cache would be read as deletions.
 */
public final class KindCache {
  /** Every partition has been filled after this. */
  private static final long NO_REFILL = -2;

  private final Env env;
  private final Rest rest;
  private final ResourceType type;
  private final Bell filled;
  private final Resync resync;

  private final ReentrantLock lock = new ReentrantLock();
  private final IdleCompressor<Entry> compressor;
  private final Store store;
  private final Partitions partitions;
  private final Subscribers subscribers;
  private final BarrierWaiters waiters;
  private final KindOptions options;
  private final boolean detectChanges;
  private final @Nullable EagerCompressor eager;
  private final @Nullable DecodedObjectCache recent;
  private final Consumer<Exception> fatal;
  private Projection projection;
  private boolean running;
  private long fillsBegun;

  /** The number of fills that had begun when the last refresh started. */
  private long refill = NO_REFILL;

  private volatile @Nullable ApiException failure;

  /**
   * @param fatal called when this cache cannot continue
   */
  KindCache(
      Env env,
      Rest rest,
      ResourceType type,
      Projection projection,
      CacheOptions options,
      Consumer<Exception> fatal) {
    this.env = env;
    this.rest = rest;
    this.type = type;
    this.projection = projection;
    this.filled = env.tasks().newBell();
    this.resync = new Resync(env, type, options.resync, this::redeliver);
    this.partitions = new Partitions(options.selections(type));
    this.options = options.kind(type);
    this.detectChanges = options.detectChanges;
    this.eager =
        this.options.representation == Representation.DICTIONARY ? new EagerCompressor() : null;
    this.store = new Store(this::scheduleCompression);
    this.subscribers = new Subscribers(store, partitions);
    this.waiters = new BarrierWaiters(store, partitions);
    this.compressor =
        new IdleCompressor<>(new CachedObjects(store, lock), env.timers()::maintenance);
    this.recent =
        options.shared > 0
            ? new DecodedObjectCache(options.shared, options.detectChanges, env.timers())
            : null;
    this.fatal = fatal;
  }

  public ResourceType type() {
    return type;
  }

  Clock clock() {
    return env.clock();
  }

  // ---- life -----------------------------------------------------------------------------------

  void start() {
    lock.lock();
    try {
      if (!running) {
        running = true;
        partitions.forEach(this::launch);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ensures that the cache holds at least this projection of each object. */
  void require(Projection needed) {
    lock.lock();
    try {
      if (needed == Projection.FULL && projection == Projection.METADATA) {
        projection = Projection.FULL;
        partitions.forEach(this::relaunch);
      }
    } finally {
      lock.unlock();
    }
  }

  private void relaunch(Partition partition) {
    if (partition.task != null) {
      partition.task.cancel();
      launch(partition);
    }
  }

  private void launch(Partition partition) {
    launch(partition, false);
  }

  /**
   * @param consistent whether the first fill must contain all that was written before
   */
  private void launch(Partition partition, boolean consistent) {
    var next = new Reflector(env, rest, this, partition, projection, consistent);
    partition.reflector = next;
    String namespace = partition.selection.namespace();
    partition.task =
        env.tasks()
            .spawn(
                "reflect "
                    + type.qualifiedPlural()
                    + (namespace.isEmpty() ? "" : " in " + namespace),
                () -> reflect(next));
  }

  /**
   * Runs the reflector; if it ends unexpectedly, the cache must not look as if it were up to date.
   */
  private void reflect(Reflector reflector) throws CancelledException {
    try {
      reflector.run();
    } catch (CancelledException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      fatal.accept(new IllegalStateException("reflector of " + type + " failed: " + e, e));
    }
  }

  /** The representation in which an object is stored. */
  Body keep(byte[] json) {
    return eager == null ? Body.plain(json) : eager.keep(json);
  }

  private void scheduleCompression() {
    compressor.schedule();
  }

  /** Attaches the cache of decoded objects to the entry, if this cache shares objects. */
  Entry sharing(Entry entry) {
    entry.shareIn(recent);
    return entry;
  }

  /** Cancels all tasks; returns the tasks to wait for. */
  List<Task> stop() {
    var ending = new ArrayList<Task>();
    List<Runnable> remaining;
    lock.lock();
    try {
      partitions.forEach(
          partition -> {
            if (partition.task != null) {
              ending.add(partition.task);
            }
            partition.reflector = null;
          });
      running = false;
      compressor.stop();
      ending.addAll(subscribers.tasks());
      remaining = waiters.takeAll();
      resync.stop();
    } finally {
      lock.unlock();
    }
    ending.forEach(Task::cancel);
    remaining.forEach(Runnable::run);
    return ending;
  }

  /**
   * Fills the cache again, by a consistent read. Calls at the same time share the reads.
   *
   * @return to be passed to {@link #awaitRefreshed}
   */
  long refresh() {
    lock.lock();
    try {
      long fill = fillsBegun;
      refill(fill);
      return fill;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the cache contains everything that was written before the call of {@link #refresh}.
   * Returns at once if the cache is not running or the server does not serve the kind.
   */
  void awaitRefreshed(long fill) throws CancelledException {
    while (true) {
      long seen = filled.rings();
      lock.lock();
      try {
        if (!running || isAbsent() || partitions.wereFilledAfter(fill)) {
          return;
        }
        refill(fill);
      } finally {
        lock.unlock();
      }
      filled.await(seen);
    }
  }

  /** Begins a fill, unless one that began after the given fill, or one before it, still runs. */
  private void refill(long fill) {
    if (running && !partitions.wereFilledAfter(fill) && partitions.wereFilledAfter(refill)) {
      refill = fillsBegun;
      partitions.forEach(this::relaunchConsistently);
    }
  }

  private void relaunchConsistently(Partition partition) {
    if (partition.task != null) {
      partition.task.cancel();
    }
    launch(partition, true);
  }

  // ---- reading --------------------------------------------------------------------------------

  /** Waits until the cache has synced; false on timeout. */
  public boolean awaitSynced(Projection needed, Duration atMost) throws CancelledException {
    return Waiting.until(filled, env.clock(), atMost, () -> isSynced(needed));
  }

  boolean isSynced(Projection needed) {
    lock.lock();
    try {
      return partitions.hold(needed);
    } finally {
      lock.unlock();
    }
  }

  /**
   * As {@link #awaitSynced}, but also returns if the server does not serve the kind; {@link
   * #failure} then returns the error.
   */
  public boolean awaitSyncedOrAbsent(Projection needed, Duration atMost) throws CancelledException {
    return Waiting.until(filled, env.clock(), atMost, () -> isSynced(needed) || isAbsent())
        && isSynced(needed);
  }

  /** Whether the server does not serve the kind. */
  public boolean isAbsent() {
    return failure instanceof ApiException.NotFound;
  }

  /** The error of the last list or watch, if it failed. */
  public @Nullable ApiException failure() {
    return failure;
  }

  /**
   * One object.
   *
   * @throws IllegalArgumentException if its namespace is not cached
   */
  public @Nullable Entry get(ObjectKey key) {
    if (!partitions.covers(key)) {
      throw new IllegalArgumentException(
          "unable to get: " + key + " because of unknown namespace for the cache");
    }
    lock.lock();
    try {
      return store.get(key);
    } finally {
      lock.unlock();
    }
  }

  /** The cached entry of an object, if it exists; does not check the namespace. */
  public @Nullable Entry peek(ObjectKey key) {
    lock.lock();
    try {
      return store.get(key);
    } finally {
      lock.unlock();
    }
  }

  /** Whether complete objects are cached, without a transformation. */
  public boolean isFull() {
    return isSynced(Projection.FULL) && !partitions.isTransformed();
  }

  /**
   * The matching objects, ordered by namespace and name.
   *
   * @throws IllegalArgumentException if the namespace is not cached
   */
  public List<Entry> find(Query query) {
    if (!query.namespace().isEmpty() && !partitions.covers(ObjectKey.of(query.namespace(), ""))) {
      throw new IllegalArgumentException(
          "unable to list: " + query.namespace() + " because of unknown namespace for the cache");
    }
    lock.lock();
    try {
      return store.find(query);
    } finally {
      lock.unlock();
    }
  }

  /** The decoded object of an entry: a private copy, unless the kind is stored as objects. */
  public <T extends HasMetadata> Optional<T> decode(Entry entry, Class<T> as) {
    return options.representation == Representation.OBJECTS
        ? entry.decodeShared(as, detectChanges)
        : entry.decode(as);
  }

  /** The size of the cached objects in bytes. */
  public long bytes() {
    lock.lock();
    try {
      return store.bytes();
    } finally {
      lock.unlock();
    }
  }

  /** The number of changes that the slowest subscriber has not handled yet. */
  public int waiting() {
    lock.lock();
    try {
      return subscribers.waiting();
    } finally {
      lock.unlock();
    }
  }

  public void addIndex(String name, Function<Entry, Collection<String>> values) {
    lock.lock();
    try {
      store.addIndex(name, values);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The resourceVersion up to which all changes are in the cache; {@link ResourceVersions#UNKNOWN}
   * before the first sync.
   */
  public long position() {
    lock.lock();
    try {
      return partitions.position();
    } finally {
      lock.unlock();
    }
  }

  // ---- waiting for own writes -----------------------------------------------------------------

  /** The number of the latest fill, for {@link ReadBarrier#fill}. */
  public long fill() {
    lock.lock();
    try {
      return fillsBegun;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether the cache satisfies the read barrier. If not, calls {@code callback}, which must not
   * block, once it does.
   */
  public boolean shows(ReadBarrier barrier, Runnable callback) {
    lock.lock();
    try {
      return waiters.passOrWait(barrier, callback);
    } finally {
      lock.unlock();
    }
  }

  // ---- subscribing ----------------------------------------------------------------------------

  /**
   * Calls the receiver for every existing object and then for every change, on its own task. A
   * receiver that needs complete objects is called only after the cache has them.
   */
  public Subscription subscribe(String name, Projection needed, Consumer<Change> receiver) {
    var subscription = new Subscription(this, name, needed, env.tasks(), receiver);
    lock.lock();
    try {
      subscribers.add(subscription);
    } finally {
      lock.unlock();
    }
    subscription.wake();
    return subscription;
  }

  boolean isSubscribed() {
    lock.lock();
    try {
      return !subscribers.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Delivers all objects to all subscribers again, as updates without a change. */
  private void redeliver() {
    List<Subscription> notified;
    lock.lock();
    try {
      if (!running) {
        return;
      }
      resync.start();
      notified = subscribers.offerAgain();
    } finally {
      lock.unlock();
    }
    notified.forEach(Subscription::wake);
  }

  void unsubscribe(Subscription subscription) {
    lock.lock();
    try {
      subscribers.remove(subscription);
    } finally {
      lock.unlock();
    }
  }

  // ---- writing: the reflector alone -----------------------------------------------------------

  /** Begins a fill; returns its number. */
  long beginFill() {
    lock.lock();
    try {
      return ++fillsBegun;
    } finally {
      lock.unlock();
    }
  }

  /** Replaces all objects of a watch atomically. */
  void replace(
      Reflector writer, Collection<Entry> entries, long version, long fill, boolean consistent)
      throws CancelledException {
    var changes = new ArrayList<Change>();
    write(
        writer,
        partition -> {
          var missing = new TreeMap<ObjectKey, Entry>();
          for (Entry entry : store.all()) {
            if (partition.selection.covers(entry.key())) {
              missing.put(entry.key(), entry);
            }
          }
          for (Entry entry : entries) {
            missing.remove(entry.key());
            Entry old = store.put(entry);
            if (old == null) {
              changes.add(new Change.Added(entry, false));
            } else if (old.version() != entry.version() || !old.uid().equals(entry.uid())) {
              changes.add(new Change.Updated(old, entry));
            }
          }
          for (Entry gone : missing.values()) {
            store.remove(gone.key());
            changes.add(new Change.Removed(gone, true));
          }
          partition.position = version;
          if (consistent) {
            partition.lastConsistentFill = fill;
          }
          boolean first = !partitions.hold(Projection.METADATA);
          partition.synced = projection;
          if (first && partitions.hold(Projection.METADATA)) {
            resync.start();
          }
          failure = null;
          return changes;
        });
    filled.ring();
  }

  void put(Reflector writer, Entry entry) throws CancelledException {
    write(
        writer,
        partition -> {
          Entry old = store.put(entry);
          partition.position = Math.max(partition.position, entry.version());
          return List.of(
              old == null ? new Change.Added(entry, false) : new Change.Updated(old, entry));
        });
  }

  void remove(Reflector writer, Entry last) throws CancelledException {
    write(
        writer,
        partition -> {
          Entry old = store.remove(last.key());
          partition.position = Math.max(partition.position, last.version());
          return old == null ? List.of() : List.of(new Change.Removed(last, false));
        });
  }

  void advance(Reflector writer, long version) throws CancelledException {
    write(
        writer,
        partition -> {
          partition.position = Math.max(partition.position, version);
          return List.of();
        });
  }

  void failed(Reflector writer, ApiException e) {
    if (writer == writer.partition().reflector) {
      failure = e;
      filled.ring();
    }
  }

  private interface Step {
    List<Change> take(Partition partition);
  }

  /**
   * Updates the store, then notifies subscribers, then read barriers; ignores writes of a replaced
   * reflector.
   */
  private void write(Reflector writer, Step step) throws CancelledException {
    List<Change> changes;
    List<Subscription> notified;
    List<Runnable> met;
    long kept;
    lock.lock();
    try {
      if (writer != writer.partition().reflector) {
        return;
      }
      changes = step.take(writer.partition());
      kept = store.bytes();
      notified = subscribers.offer(changes);
      met = waiters.takeSatisfied();
    } finally {
      lock.unlock();
    }
    if (kept > options.ceiling) {
      fatal.accept(new CacheFullException(type, options.ceiling));
    }
    notified.forEach(Subscription::wake);
    met.forEach(Runnable::run);
    for (Subscription subscription : notified) {
      subscription.awaitRoom();
    }
  }
}
