package io.coxswain.runtime.manager;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

/**
 * Runnables that start and stop together. A runner added before the start waits for it; one added
 * later starts immediately; one added after the stop has begun is rejected.
 */
final class Group {
  private final Tasks tasks;
  private final Clock clock;
  private final BiConsumer<String, Exception> failed;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Runner> waiting = new ArrayList<>();
  private final List<Running> running = new ArrayList<>();
  private final Bell begun;
  private int beginning;
  private boolean started;
  private boolean stopping;

  private record Running(Runner runner, Task task) {}

  Group(Tasks tasks, Clock clock, BiConsumer<String, Exception> failed) {
    this.tasks = tasks;
    this.clock = clock;
    this.failed = failed;
    this.begun = tasks.newBell();
  }

  void add(Runner runner) {
    lock.lock();
    try {
      if (stopping) {
        throw new IllegalStateException(
            "can't accept new runnable as stop procedure is already engaged");
      }
      if (started) {
        launch(runner);
      } else {
        waiting.add(runner);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Starts the runners; does nothing once stopping, so that a late election starts nothing. */
  void start() {
    lock.lock();
    try {
      if (stopping) {
        return;
      }
      started = true;
      waiting.forEach(this::launch);
      waiting.clear();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all started runners are ready. */
  void awaitBegun() throws CancelledException {
    while (true) {
      long seen = begun.rings();
      lock.lock();
      try {
        if (beginning == 0) {
          return;
        }
      } finally {
        lock.unlock();
      }
      begun.await(seen);
    }
  }

  private void launch(Runner runner) {
    beginning++;
    running.add(new Running(runner, tasks.spawn(runner.name(), () -> guarded(runner))));
  }

  private void guarded(Runner runner) throws CancelledException {
    try {
      begins();
      runner.run();
    } catch (CancelledException e) {
      throw e;
    } catch (Exception e) {
      failed.accept(runner.name(), e);
    } catch (StackOverflowError | LinkageError e) {
      failed.accept(runner.name(), new ManagerException(runner.name() + " failed: " + e, e));
    }
  }

  private void begins() {
    lock.lock();
    try {
      beginning--;
    } finally {
      lock.unlock();
    }
    begun.ring();
  }

  /** Rejects new runners from now on. */
  void refuse() {
    lock.lock();
    try {
      stopping = true;
      waiting.clear();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Asks all runners to stop and waits until the deadline; returns the names of those still
   * running.
   */
  List<String> stop(long deadlineNanos) throws CancelledException {
    refuse();
    List<Running> started = snapshot();
    started.forEach(runner -> runner.runner.stop(runner.task));
    var stillRunning = new ArrayList<String>();
    for (Running runner : started) {
      Duration remaining = Duration.ofNanos(Math.max(0, deadlineNanos - clock.nanos()));
      if (!runner.task.isDone() && !runner.task.join(remaining)) {
        stillRunning.add(runner.runner.name());
      }
    }
    return stillRunning;
  }

  void cancel() {
    refuse();
    snapshot().forEach(runner -> runner.task.cancel());
  }

  /** Waits until all runners have ended. */
  void awaitEnd() throws CancelledException {
    for (Running runner : snapshot()) {
      runner.task.join();
    }
  }

  private List<Running> snapshot() {
    lock.lock();
    try {
      return List.copyOf(running);
    } finally {
      lock.unlock();
    }
  }
}
