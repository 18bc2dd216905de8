package io.coxswain.slurm.checks.drain;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Tasks;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One task at a time for each machine. Unlike a lock it may be held while waiting for an answer.
 * The number of machines in it is bounded by that of the workers.
 */
public final class NodeLocks {
  private final Bell bell;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeSet<String> taken = new TreeSet<>();

  public NodeLocks(Tasks tasks) {
    this.bell = tasks.newBell();
  }

  /** Waits for the turn; closing gives it back. */
  public Turn take(String machine) throws CancelledException {
    while (true) {
      long seen = bell.rings();
      if (tryTake(machine)) {
        return () -> give(machine);
      }
      bell.await(seen);
    }
  }

  private boolean tryTake(String machine) {
    lock.lock();
    try {
      return taken.add(machine);
    } finally {
      lock.unlock();
    }
  }

  private void give(String machine) {
    lock.lock();
    try {
      taken.remove(machine);
    } finally {
      lock.unlock();
    }
    bell.ring();
  }

  /** A turn that was taken. */
  public interface Turn extends AutoCloseable {
    @Override
    void close();
  }
}
