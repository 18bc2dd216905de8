package io.coxswain.kube.podgc;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nodes that pods refer to but that do not exist. A new node may be unknown for a moment, so its
 * pods are deleted only after a delay.
 */
final class Quarantine {
  static final Duration TIME = Duration.ofSeconds(40);

  private final Map<String, Instant> ends = new TreeMap<>();

  /** Records the currently unknown nodes. */
  void enter(Collection<String> unknown, Instant now) {
    unknown.forEach(node -> ends.putIfAbsent(node, now.plus(TIME)));
  }

  /** Returns the nodes whose delay has expired. */
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
