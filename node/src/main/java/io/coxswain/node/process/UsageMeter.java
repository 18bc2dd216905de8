package io.coxswain.node.process;

import io.coxswain.env.Exec;
import io.coxswain.node.usage.PodUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Computes the current usage of a program from its accumulated usage: the difference between two
 * samples that are some seconds apart. Before the second sample, the mean since its start.
 */
final class UsageMeter {
  private static final Duration MIN_DURATION = Duration.ofSeconds(5);

  /** More programs than this are not remembered; those looked at longest ago go first. */
  private static final int MAX_COUNT = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Looks> looks = new LinkedHashMap<>();

  private record Looks(Instant before, Duration usedBefore, Instant last, Duration usedLast) {}

  /** A rate over a time. */
  record Rate(PodUsage.Amount amount, Duration window) {}

  /**
   * @param id of the running process
   */
  Rate measure(String id, Instant startedAt, Exec.Consumption now, Instant time) {
    Looks known = look(id, startedAt, now, time);
    Instant from = known.before;
    Duration usedFrom = known.usedBefore;
    Duration window = Duration.between(from, time);
    Duration used = now.processorTime().minus(usedFrom);
    long nanos =
        window.isPositive() && !used.isNegative()
            ? Math.round((double) used.toNanos() / window.toNanos() * 1_000_000_000)
            : 0;
    return new Rate(new PodUsage.Amount(nanos, now.residentBytes()), window);
  }

  private Looks look(String id, Instant startedAt, Exec.Consumption now, Instant time) {
    lock.lock();
    try {
      Looks known = looks.remove(id);
      if (known == null) {
        known = new Looks(startedAt, Duration.ZERO, startedAt, Duration.ZERO);
      }
      if (Duration.between(known.last, time).compareTo(MIN_DURATION) >= 0) {
        known = new Looks(known.last, known.usedLast, time, now.processorTime());
      }
      looks.put(id, known);
      if (looks.size() > MAX_COUNT) {
        looks.remove(looks.keySet().iterator().next());
      }
      return known;
    } finally {
      lock.unlock();
    }
  }
}
