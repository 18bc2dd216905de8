package io.coxswain.runtime.controller;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.runtime.cache.Cache;
import io.coxswain.runtime.cache.Change;
import io.coxswain.runtime.cache.Subscription;
import io.coxswain.runtime.client.WriteLog;
import io.coxswain.runtime.metrics.ControllerMetrics;
import io.coxswain.runtime.metrics.QueueMetrics;
import io.coxswain.runtime.queue.ClassicWorkQueue;
import io.coxswain.runtime.queue.PriorityWorkQueue;
import io.coxswain.runtime.queue.Queueing;
import io.coxswain.runtime.queue.RateLimiter;
import io.coxswain.runtime.queue.WorkQueue;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller at work: watches fill its queue, workers empty it. A worker's round is: take a key,
 * see that the cache shows the key's own earlier writes, run the pass, act on its outcome.
 */
public final class WorkerController<K> implements Controller<K> {
  private static final Duration MAPPING_RETRY = Duration.ofSeconds(1);

  private final Env env;
  private final Cache cache;
  private final Declaration<K> declaration;
  private final Reconciler<K> reconciler;
  private final ControllerMetrics metrics;
  private final WorkQueue<K> queue;
  private final OwnWrites<K> ownWrites;
  private final ReconcileTriggers<K> causes = new ReconcileTriggers<>();
  private final Logger log;

  private final Bell filled;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<WatchDeclaration<?, K>> watches;
  private final TreeMap<ResourceType, List<Subscription>> subscriptions = new TreeMap<>();
  private boolean started;
  private boolean hasFilled;
  private boolean hasWorkers;

  WorkerController(
      Controllers shared,
      Declaration<K> declaration,
      Reconciler<K> reconciler,
      ControllerMetrics metrics,
      QueueMetrics queueMetrics) {
    this.env = shared.env();
    this.cache = shared.cache();
    this.declaration = declaration;
    this.reconciler = reconciler;
    this.metrics = metrics;
    this.queue = queue(env, declaration, queueMetrics);
    this.ownWrites = new OwnWrites<>(cache, shared.client(), env.clock());
    this.log = LoggerFactory.getLogger("controller." + declaration.name);
    this.watches = new ArrayList<>(declaration.watches);
    this.filled = env.tasks().newBell();
    metrics.workers(declaration.workers);
  }

  private static <K> WorkQueue<K> queue(Env env, Declaration<K> how, QueueMetrics metrics) {
    RateLimiter<K> limiter = how.limiter;
    if (limiter == null) {
      limiter = RateLimiter.exponential(how.firstBackOff, how.longestBackOff);
      if (how.queueing == Queueing.CLASSIC) {
        limiter = RateLimiter.longest(limiter, RateLimiter.bucket(env.clock(), 10, 100));
      }
    }
    return switch (how.queueing) {
      case PRIORITY -> new PriorityWorkQueue<>(env, limiter, metrics);
      case CLASSIC -> new ClassicWorkQueue<>(env, limiter, metrics);
    };
  }

  @Override
  public String name() {
    return declaration.name;
  }

  public boolean needsLeader() {
    return declaration.needsLeader;
  }

  /** The group of controllers whose lease decides when this one runs. */
  public String leaderGroup() {
    return declaration.leaderGroup;
  }

  public boolean warmsUp() {
    return declaration.warmsUp;
  }

  @Override
  public void enqueue(K key) {
    because(key, "asked for from outside", "");
    queue.add(key);
  }

  @Override
  public void enqueueAfter(K key, Duration delay) {
    because(key, "asked for from outside, after", delay);
    queue.addAfter(key, WorkQueue.NORMAL, delay);
  }

  private void because(K key, String what, Object subject) {
    Object told = subject instanceof Change change ? ChangeSummary.of(change) : subject;
    causes.note(key, new ReconcileTriggers.Cause(env.clock().now(), what, told));
  }

  /** The keys that something is known of, or why one of them was last looked at. */
  public List<String> why(String key) {
    return key.isEmpty()
        ? causes.keys()
        : causes.of(key).stream().map(ReconcileTriggers.Cause::toString).toList();
  }

  // ---- watches --------------------------------------------------------------------------------

  @Override
  public void watchMetadata(
      ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> how) {
    var watch = declaration.metadataWatch(type, how);
    lock.lock();
    try {
      if (!started) {
        watches.add(watch);
        return;
      }
    } finally {
      lock.unlock();
    }
    closeAll(type);
    subscribe(watch);
  }

  @Override
  public void unwatch(ResourceType type) {
    lock.lock();
    try {
      watches.removeIf(watch -> watch.type().equals(type));
    } finally {
      lock.unlock();
    }
    if (closeAll(type)) {
      cache.dropUnused(type);
    }
  }

  /** Whether there was anything to close. */
  private boolean closeAll(ResourceType type) {
    List<Subscription> open;
    lock.lock();
    try {
      open = subscriptions.remove(type);
    } finally {
      lock.unlock();
    }
    if (open == null) {
      return false;
    }
    open.forEach(Subscription::close);
    return true;
  }

  private Subscription subscribe(WatchDeclaration<?, K> watch) {
    Subscription subscription =
        cache
            .kind(watch.type(), watch.projection())
            .subscribe(
                declaration.name + " " + watch.type().qualifiedPlural(),
                watch.projection(),
                change -> handle(watch, change));
    lock.lock();
    try {
      // A controller may watch one kind twice, such as its own objects and those they own.
      subscriptions.computeIfAbsent(watch.type(), t -> new ArrayList<>()).add(subscription);
    } finally {
      lock.unlock();
    }
    return subscription;
  }

  private void handle(WatchDeclaration<?, K> watch, Change change) throws CancelledException {
    watch.observe(change);
    var enqueuer = new ChangeEnqueuer(watch.type(), change);
    while (true) {
      try {
        watch.handle(change, enqueuer);
        return;
      } catch (ApiException e) {
        log.warn(
            "failed to map {} event to reconcile keys, will retry: {}",
            watch.type(),
            e.getMessage());
        env.clock().sleep(MAPPING_RETRY);
      }
    }
  }

  /** Adds keys with the priority of a change and records the change as their cause. */
  private final class ChangeEnqueuer implements Enqueuer<K> {
    private final ResourceType type;
    private final Change change;
    private final int priority;

    private ChangeEnqueuer(ResourceType type, Change change) {
      this.type = type;
      this.change = change;
      this.priority = priority(change);
    }

    @Override
    public void add(K key) {
      because(key, type.kind(), change);
      queue.add(key, priority);
    }

    @Override
    public void addAfter(K key, Duration delay) {
      if (!delay.isPositive()) {
        add(key);
        return;
      }
      because(key, type.kind(), change);
      queue.addAfter(key, priority, delay);
    }
  }

  private static int priority(Change change) {
    return switch (change) {
      case Change.Added added -> added.initial() ? WorkQueue.LOW : WorkQueue.NORMAL;
      case Change.Updated(var old, var now) ->
          old.version() == now.version() ? WorkQueue.LOW : WorkQueue.NORMAL;
      case Change.Removed removed -> WorkQueue.NORMAL;
    };
  }

  // ---- life -----------------------------------------------------------------------------------

  /** Whether its caches are filled and its workers run. */
  public boolean isWorking() {
    lock.lock();
    try {
      return hasWorkers;
    } finally {
      lock.unlock();
    }
  }

  /** Fills caches and queue, so that {@link #run} has only to start workers. */
  public void warmUp() throws CancelledException {
    fill();
  }

  /** Works until stopped. */
  public void run() throws CancelledException {
    var workers = new ArrayList<Task>();
    try {
      fill();
      lock.lock();
      try {
        hasWorkers = true;
      } finally {
        lock.unlock();
      }
      for (int i = 0; i < declaration.workers; i++) {
        workers.add(env.tasks().spawn(declaration.name + " " + i, this::work));
      }
      for (Task worker : workers) {
        worker.join();
      }
    } finally {
      queue.close();
      workers.forEach(Task::cancel);
      unsubscribeAll();
    }
  }

  /** Subscribes and waits until all that is there has been seen; once, whoever comes first. */
  private void fill() throws CancelledException {
    while (true) {
      long seen = filled.rings();
      List<WatchDeclaration<?, K>> declared;
      lock.lock();
      try {
        if (hasFilled) {
          return;
        }
        declared = started ? null : List.copyOf(watches);
        started = true;
      } finally {
        lock.unlock();
      }
      if (declared != null) {
        fill(declared);
        return;
      }
      filled.await(seen);
    }
  }

  private void fill(List<WatchDeclaration<?, K>> declared) throws CancelledException {
    boolean done = false;
    try {
      awaitSync(declared);
      done = true;
    } finally {
      if (!done) {
        unsubscribeAll();
      }
      lock.lock();
      try {
        hasFilled = done;
        started = done;
      } finally {
        lock.unlock();
      }
      filled.ring();
    }
  }

  private void awaitSync(List<WatchDeclaration<?, K>> declared) throws CancelledException {
    var filling = new ArrayList<Subscription>();
    declared.forEach(watch -> filling.add(subscribe(watch)));
    long deadline = env.clock().nanos() + declaration.syncTimeout.toNanos();
    for (int i = 0; i < filling.size(); i++) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - env.clock().nanos()));
      if (declared.get(i).isOptional()) {
        filling.get(i).awaitSyncedOrAbsent(left);
      } else if (!filling.get(i).awaitSynced(left)) {
        throw new IllegalStateException(
            "failed to wait for "
                + declaration.name
                + " caches to sync: timed out waiting for cache to be synced for "
                + declared.get(i).type());
      }
    }
  }

  private void unsubscribeAll() {
    List<Subscription> open;
    lock.lock();
    try {
      open = subscriptions.values().stream().flatMap(List::stream).toList();
      subscriptions.clear();
    } finally {
      lock.unlock();
    }
    open.forEach(Subscription::close);
  }

  /**
   * Ends {@link #run} once the passes under way are over, or at once when none can be.
   *
   * @param running the task that runs this controller
   */
  public void stop(Task running) {
    boolean working;
    lock.lock();
    try {
      working = hasWorkers;
      queue.close();
    } finally {
      lock.unlock();
    }
    if (!working) {
      running.cancel();
    }
  }

  // ---- workers --------------------------------------------------------------------------------

  private void work() throws CancelledException {
    while (true) {
      WorkQueue.Taken<K> taken = queue.take();
      if (taken == null) {
        return;
      }
      try {
        round(taken);
      } finally {
        queue.done(taken.key());
      }
    }
  }

  private void round(WorkQueue.Taken<K> taken) throws CancelledException {
    K key = taken.key();
    var pass =
        new ReconcileRun(
            env, declaration.name, declaration.kind, key, taken.failures(), ownWrites.log(key));
    long began = 0;
    try {
      if (!ownWrites.shown(key, () -> queue.add(key, taken.priority()))) {
        metrics.putOff();
        queue.addAtLatestAfter(key, taken.priority(), OwnWrites.LIMIT);
        return;
      }
      metrics.began();
      began = env.clock().nanos();
      Outcome outcome = reconcile(key, pass);
      settle(taken, outcome);
    } catch (CancelledException e) {
      throw e;
    } catch (ApiException | ReconcileException e) {
      failed(taken, pass, e);
    } catch (RuntimeException e) {
      if (isTerminal(e)) {
        metrics.failedForGood();
        queue.forget(key);
        pass.log().error("Reconciler error; not tried again: {}", e.getMessage(), e);
      } else {
        metrics.panicked();
        failed(taken, pass, e);
      }
    } finally {
      if (began != 0) {
        metrics.ended(env.clock().nanos() - began);
      }
    }
  }

  private Outcome reconcile(K key, ReconcileRun pass) throws ApiException, CancelledException {
    Duration timeout = declaration.timeout;
    return timeout == null ? bound(key, pass) : limited(key, pass, timeout);
  }

  private Outcome bound(K key, ReconcileRun pass) throws ApiException, CancelledException {
    try {
      return ScopedValue.where(WriteLog.CURRENT, pass.writes())
          .call(() -> reconciler.reconcile(key, pass));
    } catch (StackOverflowError | LinkageError e) {
      // One key must not end a worker, let alone the program; other errors pass.
      throw new IllegalStateException("panic: " + e.getClass().getName() + " [recovered]", e);
    }
  }

  private Outcome limited(K key, ReconcileRun pass, Duration timeout)
      throws ApiException, CancelledException {
    var result =
        new Object() {
          volatile Outcome outcome = Outcome.again();
        };
    Task task =
        env.tasks().spawn("pass " + declaration.name, () -> result.outcome = bound(key, pass));
    boolean inTime = false;
    try {
      inTime = task.join(timeout);
      if (!inTime) {
        task.cancel();
        task.join();
      }
    } finally {
      task.cancel();
    }
    switch (task.failure().orElse(null)) {
      case null -> {}
      case ApiException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new IllegalStateException(task.failure().get());
    }
    if (!inTime) {
      metrics.timedOut();
      throw ApiException.noAnswer(new java.io.IOException("the pass took longer than " + timeout));
    }
    return result.outcome;
  }

  private void settle(WorkQueue.Taken<K> taken, Outcome outcome) {
    switch (outcome) {
      case Outcome.Done done -> {
        queue.forget(taken.key());
        metrics.succeeded();
      }
      case Outcome.After(Duration delay, OptionalInt priority) -> {
        queue.forget(taken.key());
        because(taken.key(), "the last pass asked for it, after", delay);
        queue.addAfter(taken.key(), priority.orElse(taken.priority()), delay);
        metrics.later();
      }
      case Outcome.Again(OptionalInt priority) -> {
        because(taken.key(), "the last pass asked for it", "");
        queue.addBackedOff(taken.key(), priority.orElse(taken.priority()));
        metrics.again();
      }
    }
  }

  private void failed(WorkQueue.Taken<K> taken, ReconcileRun pass, Exception e) {
    metrics.failed();
    because(taken.key(), "the last pass failed:", String.valueOf(e.getMessage()));
    queue.addBackedOff(taken.key(), taken.priority());
    if (e instanceof ApiException.Conflict) {
      // Somebody was faster. The next pass sees what he wrote: nothing to be alarmed about.
      pass.log().info("Reconciler error: {}", e.getMessage());
    } else if (e instanceof ApiException || e instanceof ReconcileException) {
      pass.log().error("Reconciler error: {}", e.getMessage());
    } else {
      pass.log().error("Reconciler error", e);
    }
  }

  private static boolean isTerminal(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof TerminalException) {
        return true;
      }
    }
    return false;
  }
}
