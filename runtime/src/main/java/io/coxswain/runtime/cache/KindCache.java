package io.coxswain.runtime.cache;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.fold.Body;
import io.coxswain.api.fold.EagerCompressor;
import io.coxswain.api.fold.IdleCompressor;
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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind, kept by one watch, or by one for each namespace where that was asked
 * for. A reader that needs whole objects makes a watch of metadata alone give way to one of whole
 * objects; there are never two of the same objects.
 */
public final class KindCache {
  private final Env env;
  private final Rest rest;
  private final ResourceType type;
  private final Bell filled;
  private final Resync resync;

  private final ReentrantLock lock = new ReentrantLock();
  private final IdleCompressor<Entry> folding;
  private final Store store;
  private final List<Subscription> subscriptions = new ArrayList<>();
  private final List<Waiter> waiters = new ArrayList<>();
  private final List<Partition> partitions;
  private final KindOptions options;
  private final boolean detectChanges;
  private final @Nullable EagerCompressor eager;
  private final @Nullable DecodedObjectCache recent;
  private final Consumer<Exception> fatal;
  private Projection projection;
  private boolean running;
  private long fillsBegun;
  private volatile @Nullable ApiException failure;

  private record Waiter(ReadBarrier hold, Runnable then) {}

  /**
   * @param fatal told when this cache cannot go on
   */
  KindCache(
      Env env,
      Rest rest,
      ResourceType type,
      Projection projection,
      CacheOptions how,
      Consumer<Exception> fatal) {
    this.env = env;
    this.rest = rest;
    this.type = type;
    this.projection = projection;
    this.filled = env.tasks().newBell();
    this.resync = new Resync(env, type, how.resync, this::redeliver);
    this.partitions = how.selections(type).stream().map(Partition::new).toList();
    this.options = how.kind(type);
    this.detectChanges = how.detectChanges;
    this.eager = options.representation == Representation.DICTIONARY ? new EagerCompressor() : null;
    this.store = new Store(this::worthFolding);
    this.folding = new IdleCompressor<>(new CachedObjects(store, lock), env.timers()::chore);
    this.recent =
        how.shared > 0 ? new DecodedObjectCache(how.shared, how.detectChanges, env.timers()) : null;
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

  /** Sees to it that the cache holds at least this much of each object. */
  void require(Projection needed) {
    lock.lock();
    try {
      if (needed == Projection.FULL && projection == Projection.METADATA) {
        projection = Projection.FULL;
        for (Partition partition : partitions) {
          if (partition.task != null) {
            partition.task.cancel();
            launch(partition);
          }
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void launch(Partition partition) {
    var next = new Reflector(env, rest, this, partition, projection);
    partition.reflector = next;
    String where = partition.selection.namespace();
    partition.task =
        env.tasks()
            .spawn(
                "reflect " + type.qualifiedPlural() + (where.isEmpty() ? "" : " in " + where),
                () -> reflect(next));
  }

  /** A cache that is no longer filled must not look as if it were. */
  private void reflect(Reflector reflector) throws CancelledException {
    try {
      reflector.run();
    } catch (CancelledException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      fatal.accept(new IllegalStateException("reflector of " + type + " failed: " + e, e));
    }
  }

  /** The form in which an object is kept. */
  Body keep(byte[] json) {
    return eager == null ? Body.plain(json) : eager.keep(json);
  }

  private void worthFolding() {
    folding.schedule();
  }

  /** The entry, whose object is shared if this cache does that. */
  Entry sharing(Entry entry) {
    entry.shareIn(recent);
    return entry;
  }

  /** Cancels everything; the tasks to wait for. */
  List<Task> stop() {
    var ending = new ArrayList<Task>();
    List<Waiter> left;
    lock.lock();
    try {
      for (Partition partition : partitions) {
        if (partition.task != null) {
          ending.add(partition.task);
        }
        partition.reflector = null;
      }
      running = false;
      folding.stop();
      subscriptions.forEach(s -> ending.add(s.task()));
      left = List.copyOf(waiters);
      waiters.clear();
      resync.stop();
    } finally {
      lock.unlock();
    }
    ending.forEach(Task::cancel);
    left.forEach(waiter -> waiter.then.run());
    return ending;
  }

  // ---- reading --------------------------------------------------------------------------------

  /** Waits until the kind has been filled; false when time is up before. */
  public boolean awaitSynced(Projection needed, Duration atMost) throws CancelledException {
    return Waiting.until(filled, env.clock(), atMost, () -> isSynced(needed));
  }

  boolean isSynced(Projection needed) {
    lock.lock();
    try {
      return holds(needed);
    } finally {
      lock.unlock();
    }
  }

  /**
   * As {@link #awaitSynced}, but ends also when the server says that there is no such kind; then
   * {@link #failure} tells.
   */
  public boolean awaitSyncedOrAbsent(Projection needed, Duration atMost) throws CancelledException {
    return Waiting.until(filled, env.clock(), atMost, () -> isSynced(needed) || isAbsent())
        && isSynced(needed);
  }

  /** Whether the server says that there is no such kind. */
  public boolean isAbsent() {
    return failure instanceof ApiException.NotFound;
  }

  /** Why the last try to fill or follow failed, if it did. */
  public @Nullable ApiException failure() {
    return failure;
  }

  /**
   * One object.
   *
   * @throws IllegalArgumentException when it is in a namespace that is not cached
   */
  public @Nullable Entry get(ObjectKey key) {
    if (partitions.stream().noneMatch(p -> p.selection.covers(key))) {
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

  /** What is cached of an object, if anything. */
  public @Nullable Entry peek(ObjectKey key) {
    lock.lock();
    try {
      return store.get(key);
    } finally {
      lock.unlock();
    }
  }

  /** Whether whole objects are cached, as they come from the server. */
  public boolean isFull() {
    return isSynced(Projection.FULL)
        && partitions.stream().allMatch(p -> p.selection.transform() == null);
  }

  /**
   * Objects, in order.
   *
   * @throws IllegalArgumentException when they are in a namespace that is not cached
   */
  public List<Entry> find(Query query) {
    if (!query.namespace().isEmpty()
        && partitions.stream()
            .noneMatch(p -> p.selection.covers(ObjectKey.of(query.namespace(), "")))) {
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

  /** The object of an entry: a copy of the caller's own, unless the kind is kept as objects. */
  public <T extends HasMetadata> Optional<T> decode(Entry entry, Class<T> as) {
    return options.representation == Representation.OBJECTS
        ? entry.decodeShared(as, detectChanges)
        : entry.decode(as);
  }

  /** How many bytes of objects are kept. */
  public long bytes() {
    lock.lock();
    try {
      return store.bytes();
    } finally {
      lock.unlock();
    }
  }

  /** How many changes wait for the slowest subscriber. */
  public int waiting() {
    lock.lock();
    try {
      return subscriptions.stream().mapToInt(Subscription::waiting).max().orElse(0);
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
   * The resourceVersion up to which all changes are in; {@link ResourceVersions#UNKNOWN} before the
   * first fill.
   */
  public long position() {
    lock.lock();
    try {
      return reached();
    } finally {
      lock.unlock();
    }
  }

  private long reached() {
    long least = Long.MAX_VALUE;
    for (Partition partition : partitions) {
      least = Math.min(least, partition.position);
    }
    return least;
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
   * True when the cache shows what the hold asks for. Else calls {@code then}, which must not
   * block, once when it does.
   */
  public boolean shows(ReadBarrier hold, Runnable then) {
    lock.lock();
    try {
      if (meets(hold)) {
        return true;
      }
      waiters.add(new Waiter(hold, then));
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean meets(ReadBarrier hold) {
    if (partitions.stream().allMatch(p -> p.lastConsistentFill > hold.fill())) {
      return true;
    }
    if (reached() < hold.version()) {
      return false;
    }
    for (Map.Entry<ObjectKey, String> gone : hold.gone().entrySet()) {
      Entry entry = store.get(gone.getKey());
      // One that is still there but being deleted lingers for its finalizers, whatever the answer
      // said.
      if (entry != null && entry.uid().equals(gone.getValue()) && !entry.deleting()) {
        return false;
      }
    }
    return true;
  }

  private List<Runnable> met() {
    if (waiters.isEmpty()) {
      return List.of();
    }
    var met = new ArrayList<Runnable>();
    waiters.removeIf(
        waiter -> {
          boolean now = meets(waiter.hold);
          if (now) {
            met.add(waiter.then);
          }
          return now;
        });
    return met;
  }

  // ---- subscribing ----------------------------------------------------------------------------

  /**
   * Calls the receiver for every object that is there and for every change from then on, on a task
   * of its own. One that needs whole objects hears of nothing before the cache has them.
   */
  public Subscription subscribe(String name, Projection needed, Consumer<Change> receiver) {
    var subscription = new Subscription(this, name, needed, env.tasks(), receiver);
    lock.lock();
    try {
      subscriptions.add(subscription);
      offerAll(subscription);
    } finally {
      lock.unlock();
    }
    subscription.wake();
    return subscription;
  }

  /**
   * Lets a subscription begin with what is there, if it has not begun and all it needs is there.
   */
  private boolean offerAll(Subscription subscription) {
    if (subscription.isComplete() || !holds(subscription.needed())) {
      return false;
    }
    store.all().forEach(entry -> subscription.offer(new Change.Added(entry, true)));
    subscription.completeInitial();
    return true;
  }

  private boolean holds(Projection needed) {
    for (Partition partition : partitions) {
      if (!partition.holds(needed)) {
        return false;
      }
    }
    return true;
  }

  boolean isSubscribed() {
    lock.lock();
    try {
      return !subscriptions.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Tells all subscribers of all objects again, as unchanged. */
  private void redeliver() {
    List<Subscription> told;
    lock.lock();
    try {
      if (!running) {
        return;
      }
      resync.start();
      told = new ArrayList<>(subscriptions);
      told.removeIf(subscription -> !subscription.isComplete());
      for (Entry entry : store.all()) {
        told.forEach(subscription -> subscription.offer(new Change.Updated(entry, entry)));
      }
    } finally {
      lock.unlock();
    }
    told.forEach(Subscription::wake);
  }

  void unsubscribe(Subscription subscription) {
    lock.lock();
    try {
      subscriptions.remove(subscription);
    } finally {
      lock.unlock();
    }
  }

  // ---- writing: the reflector alone -----------------------------------------------------------

  /** A fill begins; the answer numbers it. */
  long beginFill() {
    lock.lock();
    try {
      return ++fillsBegun;
    } finally {
      lock.unlock();
    }
  }

  /** Replaces all that a watch brought in one step. */
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
          boolean first = !holds(Projection.METADATA);
          partition.synced = projection;
          if (first && holds(Projection.METADATA)) {
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
   * Store first, then subscribers, then those who wait for a position; a retired reflector changes
   * nothing.
   */
  private void write(Reflector writer, Step step) throws CancelledException {
    List<Change> changes;
    List<Subscription> told;
    List<Runnable> met;
    long kept;
    lock.lock();
    try {
      if (writer != writer.partition().reflector) {
        return;
      }
      changes = step.take(writer.partition());
      kept = store.bytes();
      told = new ArrayList<>();
      for (Subscription subscription : subscriptions) {
        if (subscription.isComplete()) {
          changes.forEach(subscription::offer);
          if (!changes.isEmpty()) {
            told.add(subscription);
          }
        } else if (offerAll(subscription)) {
          told.add(subscription);
        }
      }
      met = met();
    } finally {
      lock.unlock();
    }
    if (kept > options.ceiling) {
      fatal.accept(new CacheFullException(type, options.ceiling));
    }
    told.forEach(Subscription::wake);
    met.forEach(Runnable::run);
    for (Subscription subscription : told) {
      subscription.awaitRoom();
    }
  }
}
