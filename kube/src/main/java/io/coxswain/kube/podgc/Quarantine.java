package io.coxswain.kube.podgc;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nodes that pods name and nobody knows. A node that has just been added may be unknown for a
 * moment, so it takes a while until one is given up.
 */
final class Quarantine {
  static final Duration TIME = Duration.ofSeconds(40);

  private final Map<String, Instant> ends = new TreeMap<>();

  /** Takes note of the nodes that are unknown now. */
  void enter(Collection<String> unknown, Instant now) {
    unknown.forEach(node -> ends.putIfAbsent(node, now.plus(TIME)));
  }

  /** Lets go of those whose time is over. */
  List<String> leave(Instant now) {
    List<String> over =
        ends.entrySet().stream()
            .filter(e -> !now.isBefore(e.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    over.forEach(ends::remove);
    return over;
  }
}
