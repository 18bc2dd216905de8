package io.coxswain.apiserver.flow;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The seconds after which clients of a priority level should try again: doubles while many requests
 * are rejected, and falls by one a second otherwise. Thread-safe.
 */
final class RetryAfter {
  private static final long MAX = 32;

  private final Deque<long[]> history = new ArrayDeque<>();
  private long second = Long.MIN_VALUE;
  private long rejected;
  private long seconds = 1;
  private long raisedAt;

  /** Records a rejection and returns the seconds to wait. */
  synchronized long rejected(long unixSecond) {
    if (unixSecond == second) {
      rejected++;
      return seconds;
    }
    if (second != Long.MIN_VALUE) {
      history.addLast(new long[] {second, rejected});
    }
    while (!history.isEmpty() && unixSecond - history.getFirst()[0] > Math.min(MAX, 2 * seconds)) {
      history.removeFirst();
    }
    second = unixSecond;
    rejected = 1;
    adjust(unixSecond);
    return seconds;
  }

  private void adjust(long unixSecond) {
    long recent = 0;
    for (long[] entry : history) {
      if (unixSecond - entry[0] <= seconds && entry[0] < unixSecond) {
        recent += entry[1];
      }
    }
    if (unixSecond - raisedAt >= seconds && recent >= 3 * seconds) {
      seconds = Math.min(MAX, 2 * seconds);
      raisedAt = unixSecond;
    } else if (recent < seconds && seconds > 1) {
      seconds--;
    }
  }
}
