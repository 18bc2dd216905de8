package io.coxswain.slurm.client;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Tasks;
import java.util.concurrent.atomic.AtomicBoolean;

/** Lets tasks do something one after another; no lock is held while one of them waits. */
final class TaskMutex {
  private final Bell bell;
  private final AtomicBoolean taken = new AtomicBoolean();

  TaskMutex(Tasks tasks) {
    this.bell = tasks.newBell();
  }

  /** What is to be done. */
  @FunctionalInterface
  interface Turn<T> {
    T run() throws SlurmException, CancelledException;
  }

  <T> T take(Turn<T> turn) throws SlurmException, CancelledException {
    for (long seen = bell.rings(); !taken.compareAndSet(false, true); seen = bell.rings()) {
      bell.await(seen);
    }
    try {
      return turn.run();
    } finally {
      taken.set(false);
      bell.ring();
    }
  }
}
