package io.coxswain.kube.daemonset;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Delays the replacement of pods that fail repeatedly, for example on a node that rejects them: 1 s
 * after the first failure, doubling up to 15 minutes.
 */
final class FailedPodBackoff {
  static final Duration FIRST = Duration.ofSeconds(1);
  static final Duration MAX_DURATION = Duration.ofMinutes(15);

  /** Time without a failure after which the backoff is reset. */
  private static final Duration MEMORY = MAX_DURATION.multipliedBy(2);

  private record Entry(Duration delay, Instant since) {}

  private final Map<String, Entry> entries = new TreeMap<>();

  /** The remaining delay; empty if the pod may be replaced. */
  synchronized Optional<Duration> heldBack(String key, Instant now) {
    Entry entry = entries.get(key);
    return entry == null
            || now.isAfter(entry.since.plus(MEMORY))
            || !now.isBefore(entry.since.plus(entry.delay))
        ? Optional.empty()
        : Optional.of(entry.delay);
  }

  /** Records that a failed pod is replaced. */
  synchronized void struck(String key, Instant now) {
    forgetOld(now);
    Entry entry = entries.get(key);
    Duration delay = entry == null ? FIRST : entry.delay.multipliedBy(2);
    entries.put(key, new Entry(delay.compareTo(MAX_DURATION) > 0 ? MAX_DURATION : delay, now));
  }

  private void forgetOld(Instant now) {
    for (Iterator<Entry> all = entries.values().iterator(); all.hasNext(); ) {
      if (now.isAfter(all.next().since.plus(MEMORY))) {
        all.remove();
      }
    }
  }
}
