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
 * What starts and stops together. Added before the start, a runner waits for it; added after, it
 * starts at once; added after the stop began, it is refused.
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

  /** Starts what is there; nothing once stopping, so that a late election starts nothing. */
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

  /** Waits until all that was started runs. */
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

  /** From now on nothing is accepted or started. */
  void refuse() {
    lock.lock();
    try {
      stopping = true;
      waiting.clear();
    } finally {
      lock.unlock();
    }
  }

  /** Asks all to end and waits until the deadline; the names of those that have not. */
  List<String> stop(long deadlineNanos) throws CancelledException {
    refuse();
    List<Running> all = snapshot();
    all.forEach(each -> each.runner.stop(each.task));
    var late = new ArrayList<String>();
    for (Running each : all) {
      Duration left = Duration.ofNanos(Math.max(0, deadlineNanos - clock.nanos()));
      if (!each.task.isDone() && !each.task.join(left)) {
        late.add(each.runner.name());
      }
    }
    return late;
  }

  void cancel() {
    refuse();
    snapshot().forEach(each -> each.task.cancel());
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
