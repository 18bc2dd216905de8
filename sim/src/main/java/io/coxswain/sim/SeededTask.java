package io.coxswain.sim;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread of control of a simulated process. Only the holder of the baton accesses its fields.
 */
final class SeededTask implements Task {
  private static final Logger log = LoggerFactory.getLogger(SeededTask.class);

  private static final Set<String> PLUMBING =
      Stream.of(
              Baton.class,
              SeededTask.class,
              SeededTasks.class,
              ScriptWait.class,
              SimulatedWorld.class)
          .map(Class::getName)
          .collect(Collectors.toUnmodifiableSet());

  private final Baton baton;
  private final String process;
  private final String name;
  private final Tasks.Body body;
  private final Thread thread;
  private volatile boolean turn;
  private boolean started;
  private boolean joined;

  final List<SeededTask> joiners = new ArrayList<>(1);
  boolean waiting;
  boolean timedOut;
  boolean cancelled;
  boolean done;
  long waits;
  int lastWords;
  @Nullable Error doom;
  private @Nullable Exception failure;
  private @Nullable Runnable onStep;

  SeededTask(Baton baton, String process, String name, Tasks.Body body) {
    this.baton = baton;
    this.process = process;
    this.name = name;
    this.body = body;
    this.thread = Thread.ofVirtual().name(process + "/" + name).unstarted(this::run);
  }

  private void run() {
    try {
      body.run();
    } catch (CancelledException e) {
      log.trace("task {} was cancelled", this);
    } catch (Exception e) {
      failure = e;
      if (!joined && doom == null) {
        log.error("task {} failed", this, e);
      }
    } catch (Throwable e) {
      if (doom == null) {
        baton.broke(this, e);
      }
    }
    baton.finish(this);
  }

  /** Sets an action that runs whenever the task reaches a blocking point, before it blocks. */
  void atBlockingPoints(Runnable action) {
    onStep = action;
  }

  void step() {
    Runnable action = onStep;
    if (action != null) {
      action.run();
    }
  }

  // ---- the thread

  Thread thread() {
    return thread;
  }

  boolean started() {
    return started;
  }

  /** Called by the task that hands over. */
  void resume() {
    turn = true;
    if (started) {
      LockSupport.unpark(thread);
    } else {
      started = true;
      turn = false;
      thread.start();
    }
  }

  void parkUntilTurn() {
    while (!turn) {
      // Interrupts have no meaning here: a simulated task is cancelled by its flag. An interrupt
      // status that stays set
      // would prevent the thread from parking.
      Thread.interrupted();
      LockSupport.park(this);
    }
    turn = false;
  }

  void parkForGood() {
    LockSupport.park(this);
  }

  /** The stack of the task, innermost call first, without the simulator's own frames. */
  String stack(int depth) {
    return Stream.of(thread.getStackTrace())
        .filter(frame -> !isPlumbing(frame.getClassName()))
        .limit(depth)
        .map(frame -> "    at " + frame)
        .collect(Collectors.joining("\n"));
  }

  private static boolean isPlumbing(String className) {
    String outer =
        className.contains("$") ? className.substring(0, className.indexOf('$')) : className;
    return outer.startsWith("java.") || outer.startsWith("jdk.") || PLUMBING.contains(outer);
  }

  // ---- the port

  @Override
  public String name() {
    return name;
  }

  String process() {
    return process;
  }

  @Override
  public void cancel() {
    cancelled = true;
    baton.wake(this);
  }

  @Override
  public boolean isDone() {
    return done;
  }

  @Override
  public void join() throws CancelledException {
    join(-1);
  }

  @Override
  public boolean join(Duration atMost) throws CancelledException {
    return join(Math.max(0, atMost.toNanos()));
  }

  private boolean join(long atMostNanos) {
    joined = true;
    baton.checkAlive();
    baton.checkCancelled();
    if (!done && atMostNanos != 0) {
      SeededTask self = baton.current();
      joiners.add(self);
      try {
        baton.await(atMostNanos);
      } finally {
        joiners.remove(self);
      }
    }
    return done;
  }

  @Override
  public Optional<Exception> failure() {
    return Optional.ofNullable(failure);
  }

  @Override
  public String toString() {
    return process + "/" + name;
  }
}
