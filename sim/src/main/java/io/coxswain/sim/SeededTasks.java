package io.coxswain.sim;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The tasks of one simulated process: one runs at a time, in an order drawn from the seed. */
final class SeededTasks implements Tasks {
  private final Baton baton;
  private final String process;
  private final Consumer<SeededTask> onSpawn;

  /**
   * @param onSpawn notified of each task, so that all tasks of a process can be ended
   */
  SeededTasks(Baton baton, String process, Consumer<SeededTask> onSpawn) {
    this.baton = baton;
    this.process = process;
    this.onSpawn = onSpawn;
  }

  @Override
  public Task spawn(String name, Body body) {
    baton.checkAlive();
    return start(name, body);
  }

  /** Spawns a task on behalf of the world, such as a timer's action. */
  SeededTask start(String name, Body body) {
    var task = new SeededTask(baton, process, name, body);
    onSpawn.accept(task);
    baton.start(task);
    return task;
  }

  @Override
  public Bell newBell() {
    return new SeededBell(baton);
  }

  @Override
  public void pause() throws CancelledException {
    baton.checkAlive();
    baton.checkCancelled();
    baton.yieldTurn();
  }

  @Override
  public void checkCancelled() throws CancelledException {
    baton.checkAlive();
    baton.checkCancelled();
  }

  private static final class SeededBell implements Bell {
    private final Baton baton;
    private final List<SeededTask> waiters = new ArrayList<>(1);
    private long rings;

    SeededBell(Baton baton) {
      this.baton = baton;
    }

    @Override
    public long rings() {
      return rings;
    }

    @Override
    public void await(long seen) throws CancelledException {
      while (rings <= seen) {
        waitAtMost(-1);
      }
    }

    @Override
    public boolean await(long seen, Duration atMost) throws CancelledException {
      long end = baton.nanos() + atMost.toNanos();
      while (rings <= seen) {
        long left = end - baton.nanos();
        if (left <= 0) {
          baton.checkAlive();
          return false;
        }
        waitAtMost(left);
      }
      return true;
    }

    private void waitAtMost(long nanos) {
      SeededTask self = baton.current();
      waiters.add(self);
      try {
        baton.await(nanos);
      } finally {
        waiters.remove(self);
      }
    }

    // Whether the caller is alive is not checked: a bell wakes only tasks, and tasks of a dead
    // process never run.
    @Override
    public void ring() {
      rings++;
      for (SeededTask waiter : waiters) {
        baton.wake(waiter);
      }
    }
  }
}
