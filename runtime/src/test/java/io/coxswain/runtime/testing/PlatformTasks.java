package io.coxswain.runtime.testing;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs each task on a thread of the operating system, which may be preempted anywhere; tests run
 * virtual threads on one carrier, where another gets its turn only at a blocking point.
 *
 * @param tasks for everything else
 */
public record PlatformTasks(Tasks tasks) implements Tasks {

  @Override
  public Task spawn(String name, Body body) {
    var task = new PlatformTask(name, body);
    task.thread.start();
    return task;
  }

  @Override
  public Bell newBell() {
    return tasks.newBell();
  }

  @Override
  public void pause() throws CancelledException {
    tasks.pause();
  }

  @Override
  public void checkCancelled() throws CancelledException {
    tasks.checkCancelled();
  }

  private static final class PlatformTask implements Task {
    final Thread thread;
    private volatile @Nullable Exception failure;

    PlatformTask(String name, Body body) {
      thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> run(body));
    }

    private void run(Body body) {
      try {
        body.run();
      } catch (CancelledException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        failure = e;
      }
    }

    @Override
    public String name() {
      return thread.getName();
    }

    @Override
    public void cancel() {
      thread.interrupt();
    }

    @Override
    public boolean isDone() {
      return !thread.isAlive();
    }

    @Override
    public void join() throws CancelledException {
      var _ = join(Duration.ofDays(1));
    }

    @Override
    public boolean join(Duration atMost) throws CancelledException {
      try {
        return thread.join(atMost);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancelledException();
      }
    }

    @Override
    public Optional<Exception> failure() {
      return Optional.ofNullable(failure);
    }
  }
}
