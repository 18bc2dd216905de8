package io.coxswain.kube.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The delay before a Job replaces a failed pod: 10 s after the first failure since the last
 * success, doubling up to 10 minutes. Kept in memory as upstream does, but rebuilt from the
 * existing finished pods after a restart.
 *
 * @param failures since the last success
 * @param lastFailure when the latest of them finished
 * @param seen UIDs of the pods that are already part of this record
 */
record Backoff(int failures, Optional<Instant> lastFailure, SortedSet<String> seen) {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration MAX_DURATION = Duration.ofMinutes(10);

  static final Backoff NONE = new Backoff(0, Optional.empty(), new TreeSet<>());

  /** A finished pod. */
  record Finish(String uid, Instant at, boolean success) {}

  /** Adds newly finished pods, in any order. */
  Backoff observe(Collection<Finish> finishes) {
    List<Finish> fresh =
        finishes.stream()
            .filter(f -> !seen.contains(f.uid()))
            .sorted(Comparator.comparing(Finish::at).thenComparing(Finish::uid))
            .toList();
    if (fresh.isEmpty()) {
      return this;
    }
    Optional<Instant> success =
        fresh.stream().filter(Finish::success).map(Finish::at).max(Comparator.naturalOrder());
    var failed = new ArrayList<Instant>();
    for (Finish finish : fresh) {
      if (!finish.success() && success.filter(s -> !finish.at().isAfter(s)).isEmpty()) {
        failed.add(finish.at());
      }
    }
    var all = new TreeSet<>(seen);
    fresh.forEach(f -> all.add(f.uid()));
    int before = success.isPresent() ? 0 : failures;
    Optional<Instant> last =
        failed.isEmpty()
            ? (success.isPresent() ? Optional.empty() : lastFailure)
            : Optional.of(failed.getLast());
    return new Backoff(before + failed.size(), last, all);
  }

  Duration remaining(Instant now) {
    return lastFailure.map(last -> remaining(failures, last, now)).orElse(Duration.ZERO);
  }

  /** The remaining delay after this number of failures; never negative. */
  static Duration remaining(int failures, Instant lastFailure, Instant now) {
    if (failures == 0) {
      return Duration.ZERO;
    }
    Duration whole =
        failures > 7
            ? MAX_DURATION
            : FIRST.multipliedBy(1L << (failures - 1)); // 10 s * 2^6 > 10 min
    Duration wait = whole.compareTo(MAX_DURATION) > 0 ? MAX_DURATION : whole;
    Duration left = wait.minus(Duration.between(lastFailure, now));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
