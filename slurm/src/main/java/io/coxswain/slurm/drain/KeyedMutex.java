package io.coxswain.slurm.drain;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Tasks;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Mutual exclusion per key. Unlike a lock it may be held across blocking calls. It is not
 * reentrant. It holds at most one key per waiting or running task.
 */
public final class KeyedMutex {
  private final Bell bell;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeSet<String> held = new TreeSet<>();

  public KeyedMutex(Tasks tasks) {
    this.bell = tasks.newBell();
  }

  /** Waits until no other task holds the key; closing the result releases it. */
  public Held acquire(String key) throws CancelledException {
    while (true) {
      long rings = bell.rings();
      if (tryAcquire(key)) {
        return () -> release(key);
      }
      bell.await(rings);
    }
  }

  private boolean tryAcquire(String key) {
    lock.lock();
    try {
      return held.add(key);
    } finally {
      lock.unlock();
    }
  }

  private void release(String key) {
    lock.lock();
    try {
      held.remove(key);
    } finally {
      lock.unlock();
    }
    bell.ring();
  }

  /** A key that is held until it is closed. */
  public interface Held extends AutoCloseable {
    @Override
    void close();
  }
}
