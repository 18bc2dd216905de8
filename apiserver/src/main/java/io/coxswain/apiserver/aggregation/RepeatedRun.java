package io.coxswain.apiserver.aggregation;

import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a task on a timer, once at a time: at once when that is asked for, again after a failure
 * with growing delay, and periodically if the task wants it. A request during a run causes another
 * run. Thread-safe.
 */
final class RepeatedRun implements AutoCloseable {
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

  /** The longest delay after a failure. */
  private static final Duration PERIOD = Duration.ofSeconds(30);

  private final Env env;
  private final Supplier<Result> task;
  private final ReentrantLock lock = new ReentrantLock();
  private Timers.@Nullable Timer timer;
  private boolean requested;
  private boolean running;
  private Duration retry = FIRST_RETRY;
  private volatile boolean closed;

  /** When the task runs again, unless that is asked for before. */
  enum Result {
    /** Not at all. */
    DONE,
    /** After the period. */
    PERIODIC,
    /** After a delay that doubles with each failure. */
    FAILED
  }

  RepeatedRun(Env env, Supplier<Result> task) {
    this.env = env;
    this.task = task;
  }

  /** Runs the task as soon as possible. */
  void request() {
    schedule(Duration.ZERO);
  }

  /** Runs the task after a while, as after a failure. */
  void retry() {
    schedule(FIRST_RETRY);
  }

  boolean isClosed() {
    return closed;
  }

  private void schedule(Duration delay) {
    lock.lock();
    try {
      if (closed || requested) {
        return;
      }
      requested = delay.isZero();
      if (!running) {
        if (timer != null) {
          timer.cancel();
        }
        timer = env.timers().after(delay, this::run);
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    lock.lock();
    try {
      if (running || closed) {
        return;
      }
      running = true;
      requested = false;
      timer = null;
    } finally {
      lock.unlock();
    }
    Result result = Result.FAILED;
    try {
      result = task.get();
    } finally {
      next(result);
    }
  }

  private void next(Result result) {
    lock.lock();
    try {
      running = false;
      Duration delay = PERIOD;
      if (result == Result.FAILED) {
        delay = retry;
        Duration longer = retry.multipliedBy(2);
        retry = longer.compareTo(PERIOD) > 0 ? PERIOD : longer;
      } else {
        retry = FIRST_RETRY;
      }
      if (closed || (result == Result.DONE && !requested)) {
        return;
      }
      timer = env.timers().after(requested ? Duration.ZERO : delay, this::run);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (timer != null) {
        timer.cancel();
      }
    } finally {
      lock.unlock();
    }
  }
}
