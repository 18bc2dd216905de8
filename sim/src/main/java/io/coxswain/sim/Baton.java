package io.coxswain.sim;

import io.coxswain.env.CancelledException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of a simulated world. The task that holds the baton runs; all other tasks are
 * parked.
 *
 * <p>Every task has its own virtual thread, so programs can use blocking calls. At a blocking point
 * the holder itself chooses the next task, wakes it and parks; there is no scheduler thread, which
 * halves the number of thread switches. The choice is uniform among all runnable tasks and is drawn
 * from a generator seeded by the run. If no task is runnable, time jumps to the earliest alarm. If
 * there is no alarm either, the world is deadlocked and the script is notified.
 *
 * <p>Invariants: a task is in exactly one of the states running, in {@link #runnable}, in {@link
 * #doomed}, or waiting. Only the holder accesses the fields of this class and of any task, so they
 * need no lock; the volatile turn of {@link SeededTask} publishes them from holder to holder.
 * Alarms fire in the order of their time, then of their creation.
 *
 * <p>A task is ended from outside by <em>doom</em>: an error thrown by its current blocking point
 * and by every later one. Doomed tasks run before all others, in order and without drawing from the
 * generator, so nothing else runs between a kill and the end of the last task it killed.
 */
final class Baton {
  /** A doomed task that makes this many further port calls is assumed to catch errors in a loop. */
  private static final int LAST_WORDS = 10_000;

  /** After this many checks that find the same task at the same step, the task counts as stuck. */
  private static final int MAX_QUIET = 20;

  private final SplittableRandom picks;
  private final Limits limits;
  private final ArrayList<SeededTask> runnable = new ArrayList<>();
  private final TreeMap<String, List<SeededTask>> paused = new TreeMap<>();
  private final ArrayDeque<SeededTask> doomed = new ArrayDeque<>();
  private final SequencedSet<SeededTask> live = new LinkedHashSet<>();
  private final TreeSet<Alarm> alarms = new TreeSet<>(Alarm.ORDER);
  private final TreeSet<Alarm> maintenanceTasks = new TreeSet<>(Alarm.ORDER);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile long steps;
  private volatile @Nullable SeededTask holder;
  private @Nullable Watcher watcher;
  private long nanos;
  private long sequence;
  private long stepsAtThisTime;
  private boolean choosing;
  private boolean looking;
  private boolean closing;

  /**
   * @param nanos the virtual start time
   */
  Baton(long seed, Limits limits, long nanos) {
    this.picks = new SplittableRandom(seed);
    this.limits = limits;
    this.nanos = nanos;
  }

  /** The waiting script; called by the scheduler between any two turns. */
  interface Watcher {
    /** Called before each choice; may wake the script. */
    void look();

    /** No task is runnable and no alarm is set. */
    void deadlock();

    /** The run exceeded a limit, or a task failed. */
    void fail(String why, @Nullable Throwable cause);
  }

  void watchedBy(Watcher someone) {
    this.watcher = someone;
  }

  long nanos() {
    return nanos;
  }

  long steps() {
    return steps;
  }

  boolean nothingElseRunnable() {
    return runnable.isEmpty() && doomed.isEmpty();
  }

  List<SeededTask> liveTasks() {
    return List.copyOf(live);
  }

  /** The running task. */
  SeededTask current() {
    SeededTask task = holder;
    if (task == null || !Thread.currentThread().equals(task.thread())) {
      throw new IllegalStateException(
          "a port of a simulated process was used from outside the world, by "
              + Thread.currentThread());
    }
    return task;
  }

  /** Throws if the calling task must not affect the world any more. */
  void checkAlive() {
    if (looking) {
      return; // the watcher reads the world on the stack of the task that hands over
    }
    SeededTask self = current();
    Error doom = self.doom;
    if (doom != null) {
      if (++self.lastWords > LAST_WORDS) {
        abandon(self);
      }
      throw doom;
    }
  }

  private void abandon(SeededTask self) {
    watcher().fail("task " + self + " goes on after it was killed: it catches errors", null);
    finish(self);
    while (true) {
      self.parkForGood();
    }
  }

  void checkCancelled() {
    if (current().cancelled) {
      throw new CancelledException();
    }
  }

  // ---- tasks

  void start(SeededTask task) {
    live.add(task);
    ready(task);
  }

  /** Makes the task runnable, unless its process is paused. */
  private void ready(SeededTask task) {
    paused.getOrDefault(task.process(), runnable).add(task);
  }

  /** Suspends all tasks of the process for the given time; their timers keep running. */
  void pause(String process, long forNanos) {
    if (paused.containsKey(process)) {
      return;
    }
    var held = new ArrayList<SeededTask>();
    runnable.removeIf(task -> task.process().equals(process) && held.add(task));
    paused.put(process, held);
    alarm(
        forNanos,
        () -> {
          paused.remove(process);
          held.forEach(this::ready);
        });
  }

  /** Runs the world from the calling thread until every task has ended. */
  void run(SeededTask first) throws InterruptedException {
    live.add(first);
    holder = first;
    first.resume();
    long seen = -1;
    int quiet = 0;
    Duration busy = Duration.ZERO;
    while (!ended.await(limits.realSecondsPerStep(), java.util.concurrent.TimeUnit.SECONDS)) {
      long now = steps;
      if (now != seen) {
        seen = now;
        quiet = 0;
        busy = processorTime();
        continue;
      }
      quiet++;
      // On a busy host a step can take long by the wall clock and still use little processor time.
      boolean mayStillCome =
          processorTime().minus(busy).toSeconds() < limits.realSecondsPerStep()
              && quiet < MAX_QUIET;
      SeededTask task = holder;
      if (!mayStillCome && task != null) {
        throw new WorldFailure(
            "task "
                + task
                + " does not come to a blocking point; it is at\n"
                + task.stack(Integer.MAX_VALUE));
      }
    }
  }

  /**
   * Returns the processor time of all threads of this program, including compilers and collectors.
   */
  static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Ends the calling task and passes the baton on for the last time. */
  void finish(SeededTask self) {
    over(self);
    SeededTask next = next();
    holder = next;
    if (next == null) {
      ended.countDown();
    } else {
      next.resume();
    }
  }

  private void over(SeededTask task) {
    live.remove(task);
    task.done = true;
    for (SeededTask waiter : task.joiners) {
      wake(waiter);
    }
  }

  /** Ends the world: dooms every task that is still alive. */
  void close(Error why) {
    closing = true;
    for (SeededTask task : liveTasks()) {
      doom(task, why);
    }
  }

  void doom(SeededTask task, Error why) {
    if (task.done || task.doom != null) {
      return;
    }
    task.doom = why;
    if (task == holder && !choosing) {
      return; // the task notices at its next port call
    }
    runnable.remove(task);
    paused.values().forEach(held -> held.remove(task));
    if (!task.started()) {
      over(task);
      return;
    }
    task.waiting = false;
    doomed.add(task);
  }

  void broke(SeededTask task, Throwable error) {
    watcher().fail("task " + task + " broke", error);
  }

  private Watcher watcher() {
    if (watcher == null) {
      throw new IllegalStateException("nobody watches this world");
    }
    return watcher;
  }

  // ---- blocking points

  /** Lets other tasks run; the caller stays runnable. */
  void yieldTurn() {
    checkAlive();
    SeededTask self = current();
    self.step();
    ready(self);
    handOver(self);
    checkAlive();
  }

  /**
   * Waits for {@link #wake}. Returns false if the time elapsed first; a negative time waits
   * indefinitely.
   */
  boolean await(long atMostNanos) {
    checkAlive();
    checkCancelled();
    SeededTask self = current();
    self.step();
    self.waiting = true;
    self.timedOut = false;
    self.waits++;
    Alarm alarm = atMostNanos < 0 ? null : alarm(atMostNanos, () -> timeOut(self));
    handOver(self);
    if (alarm != null) {
      alarms.remove(alarm);
    }
    checkAlive();
    checkCancelled();
    return !self.timedOut;
  }

  void wake(SeededTask task) {
    if (task.waiting) {
      task.waiting = false;
      ready(task);
    }
  }

  private void timeOut(SeededTask task) {
    if (task.waiting) {
      task.timedOut = true;
      wake(task);
    }
  }

  private void handOver(SeededTask self) {
    SeededTask next = next();
    if (next == self) {
      return;
    }
    if (next == null) {
      throw new IllegalStateException("a task waits in a world that has ended");
    }
    holder = next;
    next.resume();
    self.parkUntilTurn();
  }

  private @Nullable SeededTask next() {
    if (looking) {
      throw new IllegalStateException("what a script waits for must not itself wait");
    }
    choosing = true;
    try {
      return choose();
    } finally {
      choosing = false;
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer at a time; volatile for the watchdog
  private @Nullable SeededTask choose() {
    steps++;
    if (++stepsAtThisTime > limits.stepsAtOneTime()) {
      stepsAtThisTime = 0;
      watcher()
          .fail("a hot loop: " + limits.stepsAtOneTime() + " steps and time stands still", null);
    } else if (steps > limits.steps()) {
      watcher().fail("more than " + limits.steps() + " steps", null);
    }
    while (true) {
      if (!doomed.isEmpty()) {
        return doomed.removeFirst();
      }
      if (closing && live.isEmpty()) {
        return null;
      }
      look();
      if (!runnable.isEmpty()) {
        return takeAny();
      }
      if (alarms.isEmpty()) {
        watcher().deadlock();
      } else {
        moveTime();
      }
    }
  }

  private void look() {
    looking(watcher()::look);
  }

  /** Reads the world on the stack of the running task; the reading must not block. */
  void looking(Runnable reading) {
    boolean already = looking;
    looking = true;
    try {
      reading.run();
    } finally {
      looking = already;
    }
  }

  private SeededTask takeAny() {
    int size = runnable.size();
    int at = size == 1 ? 0 : picks.nextInt(size);
    SeededTask last = runnable.removeLast();
    return at == size - 1 ? last : runnable.set(at, last);
  }

  private void moveTime() {
    Alarm first = alarms.removeFirst();
    if (first.at > nanos) {
      nanos = first.at;
      stepsAtThisTime = 0;
      if (nanos > limits.time().toNanos()) {
        watcher().fail("more than " + limits.time() + " of virtual time", null);
      }
      runMaintenance();
    }
    first.action.run();
  }

  /**
   * Runs maintenance tasks. They have no effect on the world, take no turn, and time does not
   * advance for them.
   */
  private void runMaintenance() {
    while (!maintenanceTasks.isEmpty() && maintenanceTasks.first().at <= nanos) {
      maintenanceTasks.removeFirst().action.run();
    }
  }

  // ---- alarms

  Alarm alarm(long afterNanos, Runnable action) {
    var alarm = new Alarm(Math.addExact(nanos, afterNanos), sequence++, action);
    alarms.add(alarm);
    return alarm;
  }

  Alarm maintenance(long afterNanos, Runnable work) {
    var alarm = new Alarm(Math.addExact(nanos, afterNanos), sequence++, work);
    maintenanceTasks.add(alarm);
    return alarm;
  }

  void cancel(Alarm alarm) {
    alarms.remove(alarm);
    maintenanceTasks.remove(alarm);
  }

  /** An action scheduled at a point in virtual time. */
  record Alarm(long at, long sequence, Runnable action) {
    static final Comparator<Alarm> ORDER =
        Comparator.comparingLong(Alarm::at).thenComparingLong(Alarm::sequence);
  }

  /**
   * Limits after which a run counts as failed.
   *
   * @param stepsAtOneTime turns taken while virtual time stands still
   * @param realSecondsPerStep processor time that a task may use between two blocking points;
   *     twenty times as much by the wall clock
   */
  record Limits(long steps, long stepsAtOneTime, Duration time, int realSecondsPerStep) {
    static final Limits DEFAULT = new Limits(20_000_000, 500_000, Duration.ofDays(30), 30);
  }
}
