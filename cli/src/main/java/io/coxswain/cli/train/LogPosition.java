package io.coxswain.cli.train;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * How much of a log has been read, by the times of its lines: they never decrease. Two that read
 * the same log, as when a container has just begun again, take each line once between them.
 */
final class LogPosition {
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Instant last;

  /** Lines of just that time that were taken. */
  private int taken;

  Optional<Instant> last() {
    lock.lock();
    try {
      return Optional.ofNullable(last);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether a line is new.
   *
   * @param nth the line is the so-manieth of its time that the reader has met
   */
  boolean take(Instant time, int nth) {
    lock.lock();
    try {
      if (last == null || time.isAfter(last)) {
        last = time;
        taken = 1;
        return true;
      }
      if (time.equals(last) && nth > taken) {
        taken = nth;
        return true;
      }
      return false;
    } finally {
      lock.unlock();
    }
  }
}
