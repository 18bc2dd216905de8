package io.coxswain.kube.namespace;

import io.coxswain.api.ResourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The content that one sweep left in a namespace. */
final class NamespaceFindings {
  private final List<String> discoveryFailures = new ArrayList<>();
  private final List<String> deletionFailures = new ArrayList<>();
  private final SortedMap<String, Integer> remaining = new TreeMap<>();
  private final SortedMap<String, Integer> finalizers = new TreeMap<>();
  private Duration estimate = Duration.ZERO;

  void discoveryFailed(String why) {
    discoveryFailures.add(why);
  }

  void deletionFailed(String why) {
    deletionFailures.add(why);
  }

  /** Remaining objects of a kind, with the finalizers of each. */
  void remain(ResourceType type, List<List<String>> finalizersOfEach) {
    if (finalizersOfEach.isEmpty()) {
      return;
    }
    // Upstream writes the dot for the core group as well.
    remaining.merge(type.plural() + "." + type.group(), finalizersOfEach.size(), Integer::sum);
    finalizersOfEach.forEach(
        names -> names.forEach(name -> finalizers.merge(name, 1, Integer::sum)));
  }

  /** Estimated time until they are deleted. */
  void mayTake(Duration time) {
    estimate = time.compareTo(estimate) > 0 ? time : estimate;
  }

  List<String> discoveryFailures() {
    return Collections.unmodifiableList(discoveryFailures);
  }

  List<String> deletionFailures() {
    return Collections.unmodifiableList(deletionFailures);
  }

  /** Remaining objects by {@code <resource>.<group>}. */
  SortedMap<String, Integer> remaining() {
    return Collections.unmodifiableSortedMap(remaining);
  }

  /** Remaining objects by finalizer. */
  SortedMap<String, Integer> finalizers() {
    return Collections.unmodifiableSortedMap(finalizers);
  }

  Duration estimate() {
    return estimate;
  }
}
