package io.coxswain.node.process;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** The pods on this program's nodes. */
final class PodRuns {
  private final ReentrantLock lock = new ReentrantLock();
  private final SortedMap<ObjectKey, PodRun> runs = new TreeMap<>();
  private boolean closed;

  Optional<PodRun> find(ObjectKey key) {
    lock.lock();
    try {
      return Optional.ofNullable(runs.get(key));
    } finally {
      lock.unlock();
    }
  }

  void put(ObjectKey key, PodRun run) {
    lock.lock();
    try {
      runs.put(key, run);
    } finally {
      lock.unlock();
    }
  }

  void remove(ObjectKey key) {
    lock.lock();
    try {
      runs.remove(key);
    } finally {
      lock.unlock();
    }
  }

  /** All there are now, by name. */
  SortedMap<ObjectKey, PodRun> all() {
    lock.lock();
    try {
      return new TreeMap<>(runs);
    } finally {
      lock.unlock();
    }
  }

  /** True once the nodes are being shut down: nothing is started or reported any more. */
  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Asks all processes to end, kills those still there after the grace, and waits for them. */
  void shutdown(Clock clock, Duration grace) throws CancelledException {
    List<PodRun> all = close();
    all.forEach(PodRun::terminateAll);
    long start = clock.nanos();
    for (PodRun run : all) {
      Duration left = grace.minusNanos(clock.nanos() - start);
      run.join(left.isNegative() ? Duration.ZERO : left);
    }
    all.forEach(PodRun::killAll);
    for (PodRun run : all) {
      run.join(Duration.ofSeconds(1));
    }
  }

  /** Kills all processes, without waiting: for a task that may not wait any more. */
  void kill() {
    close().forEach(PodRun::killAll);
  }

  private List<PodRun> close() {
    lock.lock();
    try {
      closed = true;
      return List.copyOf(runs.values());
    } finally {
      lock.unlock();
    }
  }
}
