package io.coxswain.apiserver.http;

import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ends operations that take too long: a client that sends its request or reads its response too
 * slowly, and a request that does not complete. The thread is interrupted, which closes the
 * connection if it is waiting for it.
 */
final class Watchdog implements AutoCloseable {
  private static final Duration ROUND = Duration.ofMillis(500);

  private final Clock clock;
  private final Set<Deadline> errands = ConcurrentHashMap.newKeySet();
  private final Task task;

  Watchdog(Env env) {
    this.clock = env.clock();
    this.task = env.tasks().spawn("watchdog", this::run);
  }

  /** A deadline for an operation of the calling thread. */
  final class Deadline implements AutoCloseable {
    private final Thread thread = Thread.currentThread();
    private volatile long deadline;
    private boolean ended;
    private boolean late;

    private Deadline(Duration limit) {
      extend(limit);
    }

    /** Restarts the deadline after progress. */
    void extend(Duration limit) {
      deadline = clock.nanos() + limit.toNanos();
    }

    /** Suspends the deadline while the stream is idle. */
    void rest() {
      deadline = Long.MAX_VALUE;
    }

    private synchronized void check(long now) {
      if (!ended && deadline != Long.MAX_VALUE && deadline - now < 0) {
        late = true;
        ended = true;
        thread.interrupt();
      }
    }

    /** Whether the operation was interrupted by the deadline. */
    synchronized boolean late() {
      return late;
    }

    @Override
    public void close() {
      errands.remove(this);
      synchronized (this) {
        ended = true;
        if (late) {
          var _ = Thread.interrupted(); // intended only for this operation
        }
      }
    }
  }

  Deadline begin(Duration limit) {
    var errand = new Deadline(limit);
    errands.add(errand);
    return errand;
  }

  private void run() {
    while (true) {
      clock.sleep(ROUND);
      long now = clock.nanos();
      errands.forEach(errand -> errand.check(now));
    }
  }

  @Override
  public void close() {
    task.cancel();
  }
}
