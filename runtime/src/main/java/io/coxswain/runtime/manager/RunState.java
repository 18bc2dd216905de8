package io.coxswain.runtime.manager;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Tasks;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a manager has been started, must stop, or has failed. Thread-safe. */
final class RunState {
  private static final Logger log = LoggerFactory.getLogger(Manager.class);

  private final Bell changed;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean started;
  private boolean stopRequested;
  private @Nullable ManagerException failure;

  RunState(Tasks tasks) {
    this.changed = tasks.newBell();
  }

  /**
   * @throws IllegalStateException the second time
   */
  void start() {
    lock.lock();
    try {
      if (started) {
        throw new IllegalStateException("manager already started");
      }
      started = true;
    } finally {
      lock.unlock();
    }
  }

  boolean isStarted() {
    lock.lock();
    try {
      return started;
    } finally {
      lock.unlock();
    }
  }

  void requestStop() {
    lock.lock();
    try {
      stopRequested = true;
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  /** The first failure ends the run; later ones are logged and attached to it. */
  void failed(String part, Exception e) {
    lock.lock();
    try {
      if (failure == null) {
        failure =
            e instanceof ManagerException told
                ? told
                : new ManagerException(part + " failed: " + e.getMessage(), e);
      } else {
        log.atError()
            .addKeyValue("runnable", part)
            .setCause(e)
            .log("error received after stop sequence was engaged");
        failure.addSuppressed(e);
      }
    } finally {
      lock.unlock();
    }
    changed.ring();
  }

  /** Waits until a stop is requested or something fails. */
  void awaitEnd() throws CancelledException {
    while (true) {
      long seen = changed.rings();
      lock.lock();
      try {
        if (stopRequested || failure != null) {
          return;
        }
      } finally {
        lock.unlock();
      }
      changed.await(seen);
    }
  }

  void throwFailure() throws ManagerException {
    lock.lock();
    try {
      if (failure != null) {
        throw failure;
      }
    } finally {
      lock.unlock();
    }
  }
}
