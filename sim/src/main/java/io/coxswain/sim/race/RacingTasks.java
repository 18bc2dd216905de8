package io.coxswain.sim.race;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Tasks with bells on which one task waits, while a rival acts once at a chosen point of this wait.
 * The rival runs on a thread of its own until it has finished, or until it is blocked by a lock
 * that the waiting task holds; it then finishes before the task waits. So no task is left to ring
 * when the task waits without a pending ring: this is a lost wake-up, which fails immediately.
 *
 * <p>For one waiting thread; the class under test is created with these tasks.
 */
public final class RacingTasks implements Tasks {
  private final Tasks tasks;
  private final Moment moment;
  private @Nullable Runnable rival;
  private @Nullable Thread running;

  /** Where the rival acts. */
  public enum Moment {
    BEFORE_RINGS_ARE_READ,
    AFTER_RINGS_ARE_READ,
    BEFORE_THE_WAIT
  }

  /**
   * @param tasks for everything but bells
   */
  public RacingTasks(Tasks tasks, Moment moment) {
    this.tasks = tasks;
    this.moment = moment;
  }

  /** Lets the rival act at the next chosen moment, once. */
  public void race(Runnable action) {
    rival = action;
  }

  /** Whether the rival has not acted yet. */
  public boolean isPending() {
    return rival != null;
  }

  private void pass(Moment reached) {
    Runnable action = rival;
    if (reached != moment || action == null) {
      return;
    }
    rival = null;
    Thread thread = Thread.ofPlatform().name("rival").start(action);
    running = thread;
    while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  private void finishRival() {
    if (running == null) {
      return;
    }
    try {
      running.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public Task spawn(String name, Body body) {
    return tasks.spawn(name, body);
  }

  @Override
  public Bell newBell() {
    return new RacingBell();
  }

  @Override
  public void pause() throws CancelledException {
    tasks.pause();
  }

  @Override
  public void checkCancelled() throws CancelledException {
    tasks.checkCancelled();
  }

  private final class RacingBell implements Bell {
    private final AtomicLong rings = new AtomicLong();

    @Override
    public long rings() {
      pass(Moment.BEFORE_RINGS_ARE_READ);
      long read = rings.get();
      pass(Moment.AFTER_RINGS_ARE_READ);
      return read;
    }

    @Override
    public void await(long seen) {
      pass(Moment.BEFORE_THE_WAIT);
      finishRival();
      if (rings.get() <= seen) {
        throw new AssertionError("lost wake-up");
      }
    }

    @Override
    public boolean await(long seen, Duration atMost) {
      pass(Moment.BEFORE_THE_WAIT);
      finishRival();
      return rings.get() > seen;
    }

    @Override
    public void ring() {
      rings.incrementAndGet();
    }
  }
}
