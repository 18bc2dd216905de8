package io.coxswain.kube.host;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Tasks;
import io.coxswain.kube.host.shared.HostException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Whether the program stops, and why. The first failure counts, also during shutdown. */
final class ShutdownState {
  private final Bell bell;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean decided;
  private @Nullable HostException failure;

  ShutdownState(Tasks tasks) {
    this.bell = tasks.newBell();
  }

  /** Requests a normal stop. */
  void stop() {
    decide(null);
  }

  /** Stops with a failure. */
  void fail(HostException why) {
    decide(why);
  }

  private void decide(@Nullable HostException why) {
    lock.lock();
    try {
      decided = true;
      if (failure == null) {
        failure = why;
      }
    } finally {
      lock.unlock();
    }
    bell.ring();
  }

  /**
   * Waits for a stop.
   *
   * @throws HostException if the program failed
   */
  void await() throws HostException, CancelledException {
    while (true) {
      long rings = bell.rings();
      lock.lock();
      try {
        if (failure != null) {
          throw failure;
        }
        if (decided) {
          return;
        }
      } finally {
        lock.unlock();
      }
      bell.await(rings);
    }
  }
}
