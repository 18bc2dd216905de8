package io.coxswain.cli.train;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The position in a log, by the timestamps of its lines, which never decrease. Two readers of the
 * same log, for example after a container restart, deliver each line once in total.
 */
final class LogPosition {
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Instant last;

  /** The number of delivered lines with exactly that timestamp. */
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
   * @param nth the index of the line among those with its timestamp that the reader has read
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
