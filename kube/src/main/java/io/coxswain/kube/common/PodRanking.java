package io.coxswain.kube.common;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.ToIntFunction;

/**
 * Which pods are missed least: the order in which active pods of one owner are removed.
 *
 * <p>Times are compared by the magnitude of the age, not by the age itself, and the UID decides
 * among equals. So the choice among pods of about the same age is even, and scaling down does not
 * always hit the zone that came up last.
 */
public final class PodRanking {
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

  /** Older than any age that can be told apart. */
  private static final int NOT_PAST = -1;

  private PodRanking() {}

  /** By what the pods are doing now, whatever their age. */
  private static final Comparator<Pod> LEAST_FORWARD_FIRST =
      Comparator.comparing(Pods::isAssigned)
          .thenComparingInt(pod -> PHASES.indexOf(Pods.phase(pod)))
          .thenComparing(Pods::isReady);

  private static final Comparator<Pod> MOST_RESTARTS_FIRST =
      Comparator.<Pod>comparingInt(pod -> -Pods.mostRestarts(Pods.containers(pod)))
          .thenComparingInt(pod -> -Pods.mostRestarts(Pods.sidecars(pod)));

  /** The order that Jobs use: the younger first; the name decides among equals. */
  public static Comparator<Pod> youngestFirst() {
    return LEAST_FORWARD_FIRST
        .thenComparing(pod -> readySince(pod).orElse(Instant.MAX), Comparator.reverseOrder())
        .thenComparing(MOST_RESTARTS_FIRST)
        .thenComparing(Pods::created, Comparator.reverseOrder())
        .thenComparing(pod -> pod.getMetadata().getName());
  }

  /**
   * The given number of pods that a ReplicaSet misses least.
   *
   * @param neighbours how many related pods are on the pod's node
   */
  public static List<Pod> worst(
      Collection<Pod> pods, int count, ToIntFunction<Pod> neighbours, Instant now) {
    // Not a sort: the order is none in the strict sense. Of three pods two may differ by their
    // restarts, being ready since the same second, and each from the third by its UID.
    var left = new PriorityQueue<>(worstFirst(neighbours, now));
    left.addAll(pods);
    var worst = new ArrayList<Pod>();
    while (worst.size() < count) {
      worst.add(left.remove());
    }
    return worst;
  }

  static Comparator<Pod> worstFirst(ToIntFunction<Pod> neighbours, Instant now) {
    return LEAST_FORWARD_FIRST
        .thenComparingInt(PodRanking::deletionCost)
        .thenComparing(Comparator.comparingInt(neighbours).reversed())
        .thenComparing((a, b) -> compareAges(readySince(a), readySince(b), a, b, now))
        .thenComparing(MOST_RESTARTS_FIRST)
        .thenComparing((a, b) -> compareAges(created(a), created(b), a, b, now))
        .thenComparing(pod -> pod.getMetadata().getName());
  }

  private static Optional<Instant> readySince(Pod pod) {
    return Pods.isReady(pod) ? Pods.readySince(pod) : Optional.empty();
  }

  private static Optional<Instant> created(Pod pod) {
    return Timestamps.parse(pod.getMetadata().getCreationTimestamp());
  }

  private static int compareAges(
      Optional<Instant> one, Optional<Instant> other, Pod a, Pod b, Instant now) {
    if (one.equals(other)) {
      return 0;
    }
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? -1 : 1; // a time unknown counts as the latest
    }
    int byMagnitude = Integer.compare(magnitude(one.get(), now), magnitude(other.get(), now));
    return byMagnitude != 0
        ? byMagnitude
        : a.getMetadata().getUid().compareTo(b.getMetadata().getUid());
  }

  private static int magnitude(Instant since, Instant now) {
    long nanos = Duration.between(since, now).toNanos();
    return nanos <= 0 ? NOT_PAST : Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
  }

  /** What it costs to delete the pod compared with its like, as its annotation says. */
  static int deletionCost(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String text = annotations == null ? null : annotations.get(DELETION_COST);
    if (text == null || !text.matches("0|-?[1-9][0-9]*")) {
      return 0; // the same number must not be written in two ways
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
