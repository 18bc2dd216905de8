package io.coxswain.kube.host;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Tasks;
import io.coxswain.kube.host.shared.HostException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Whether the program is to end, and why; the first failure counts, also while it ends. */
final class ShutdownState {
  private final Bell bell;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean decided;
  private @Nullable HostException failure;

  ShutdownState(Tasks tasks) {
    this.bell = tasks.newBell();
  }

  /** It was told to. */
  void stop() {
    decide(null);
  }

  /** It cannot go on. */
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
   * Waits until it is to end.
   *
   * @throws HostException when it cannot go on
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
