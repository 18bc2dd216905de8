package io.coxswain.real;

import io.coxswain.env.CancelledException;
import io.coxswain.sim.World;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who may write. As in virtual time, nobody writes while the script acts, and what the script waits
 * for is looked at after each single write: a state that the next write would end is not missed.
 */
final class Turns {
  /** A script that hangs for so long is not waited for: it may itself need the write. */
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  /** For what changes without a write of ours, such as the clock. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

  private final ReentrantLock turn = new ReentrantLock(true);
  private final Condition changed = turn.newCondition();
  private final Condition taken = turn.newCondition();
  private World.@Nullable Condition wanted;
  private final SequencedMap<String, World.Condition> invariants = new LinkedHashMap<>();
  private boolean met;
  private @Nullable Throwable failure;
  private volatile long lastWrite = System.nanoTime();
  private volatile long lastRequest = System.nanoTime();

  /** A write of a process. */
  interface Write<T> {
    T send() throws IOException, CancelledException;
  }

  // ---- the script's side; it has the turn unless it waits

  void take() {
    turn.lock();
  }

  void give() {
    turn.unlock();
  }

  /** True when the condition held in time. */
  boolean await(World.Condition condition, Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    wanted = condition;
    met = false;
    try {
      while (true) {
        if (met || failure != null || holds(condition)) {
          return failure == null;
        }
        long left = end - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        var _ = changed.await(Math.min(left, LOOK_AGAIN.toNanos()), TimeUnit.NANOSECONDS);
      }
    } finally {
      wanted = null;
      met = false;
      taken.signalAll();
    }
  }

  /** Lets the others go on for the time, or until something failed. */
  void rest(Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (failure == null) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return;
      }
      var _ = changed.await(Math.min(left, 1_000_000_000L), TimeUnit.NANOSECONDS);
    }
  }

  @Nullable Throwable failure() {
    return failure;
  }

  /** From now on this must hold after each write. */
  void always(String what, World.Condition invariant) {
    invariants.put(what, invariant);
  }

  /** Throws what failed. */
  void checkFailure() {
    Throwable why = failure;
    if (why != null) {
      throw new AssertionError(why.getMessage(), why);
    }
  }

  // ---- the processes' side

  /** Sends a write in its turn. */
  <T> T write(Write<T> write) throws IOException, CancelledException {
    boolean mine = enter();
    try {
      T answer = write.send();
      lastWrite = System.nanoTime();
      if (mine) {
        look();
      }
      return answer;
    } finally {
      if (mine) {
        turn.unlock();
      }
    }
  }

  private boolean enter() throws CancelledException {
    try {
      if (!turn.tryLock(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        return false;
      }
      long end = System.nanoTime() + TIMEOUT.toNanos();
      while (met && System.nanoTime() < end) {
        var _ = taken.await(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      if (turn.isHeldByCurrentThread()) {
        turn.unlock();
      }
      throw new CancelledException();
    }
  }

  private void look() {
    invariants.forEach(
        (what, invariant) -> {
          if (failure == null && !holds(invariant) && failure == null) {
            fail(new AssertionError("no longer: " + what));
          }
        });
    World.Condition condition = wanted;
    if (condition != null && !met && holds(condition)) {
      met = true;
      changed.signalAll();
    }
  }

  private boolean holds(World.Condition condition) {
    try {
      return condition.holds();
    } catch (Exception | AssertionError e) {
      fail(e);
      return false;
    }
  }

  /** Ends the run. */
  void fail(Throwable why) {
    turn.lock();
    try {
      if (failure == null) {
        failure = why;
      }
      changed.signalAll();
    } finally {
      turn.unlock();
    }
  }

  /** Somebody asked the server something. */
  void asked() {
    lastRequest = System.nanoTime();
  }

  void wrote() {
    lastWrite = System.nanoTime();
  }

  Duration sinceWrite() {
    return Duration.ofNanos(System.nanoTime() - lastWrite);
  }

  Duration sinceRequest() {
    return Duration.ofNanos(System.nanoTime() - lastRequest);
  }
}
