package io.coxswain.sim;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The script's side of the scheduler: the condition it waits for, and the failure of the run. The
 * task that creates it is the script.
 */
final class ScriptWait implements Baton.Watcher {
  private final Baton baton;
  private final Supplier<String> report;
  private final SeededTask script;
  private World.@Nullable Condition condition;
  private boolean untilIdle;
  private boolean touched;
  private long lookedAtNanos;
  private @Nullable WorldFailure failure;

  ScriptWait(Baton baton, Supplier<String> report) {
    this.baton = baton;
    this.report = report;
    this.script = baton.current();
    baton.watchedBy(this);
  }

  @Nullable WorldFailure failure() {
    return failure;
  }

  /** Called when the awaited condition may have become true. */
  void touched() {
    touched = true;
  }

  void until(String what, World.Condition wanted, Duration atMost) {
    long end = baton.nanos() + atMost.toNanos();
    touched = true;
    condition = wanted;
    try {
      if (holds(wanted)) {
        return;
      }
      if (!baton.await(end - baton.nanos())) {
        fail("not within " + atMost + ": " + what, null);
        baton.checkAlive();
      }
    } finally {
      condition = null;
    }
  }

  void untilIdle() {
    untilIdle = true;
    try {
      baton.await(-1);
    } finally {
      untilIdle = false;
    }
  }

  @Override
  public void look() {
    if (!script.waiting) {
      return;
    }
    if (untilIdle) {
      if (baton.nothingElseRunnable()) {
        baton.wake(script);
      }
      return;
    }
    World.Condition wanted = condition;
    if (wanted != null && (touched || lookedAtNanos != baton.nanos())) {
      touched = false;
      lookedAtNanos = baton.nanos();
      if (holds(wanted)) {
        baton.wake(script);
      }
    }
  }

  private boolean holds(World.Condition wanted) {
    try {
      return wanted.holds();
    } catch (Exception | AssertionError e) {
      fail("what the script waits for cannot be looked at", e);
      return false;
    }
  }

  @Override
  public void deadlock() {
    fail("deadlock: nothing can run and no timer is set", null);
  }

  @Override
  public void fail(String why, @Nullable Throwable cause) {
    if (failure == null) {
      failure = new WorldFailure(why + "\n" + report.get(), cause);
    }
    baton.doom(script, failure);
  }
}
