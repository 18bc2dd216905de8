package io.coxswain.kube.common;

import io.coxswain.api.Timestamps;
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
 * The order in which active pods of one owner are deleted when it is scaled down.
 *
 * <p>Ages are compared by order of magnitude, and the UID decides among equals. So the choice among
 * pods of similar age is random, and scaling down does not always affect the zone that was started
 * last.
 */
public final class PodRanking {
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

  /** Greater than the magnitude of any age. */
  private static final int NOT_PAST = -1;

  private PodRanking() {}

  /** Compares pods by their state, regardless of age. */
  private static final Comparator<Pod> LEAST_FORWARD_FIRST =
      Comparator.comparing(Pods::isAssigned)
          .thenComparingInt(pod -> PHASES.indexOf(Pods.phase(pod)))
          .thenComparing(Pods::isReady);

  private static final Comparator<Pod> MOST_RESTARTS_FIRST =
      Comparator.<Pod>comparingInt(pod -> -Pods.mostRestarts(Pods.containers(pod)))
          .thenComparingInt(pod -> -Pods.mostRestarts(Pods.sidecars(pod)));

  /** The order for Jobs: younger pods first, and by name among equals. */
  public static Comparator<Pod> youngestFirst() {
    return LEAST_FORWARD_FIRST
        .thenComparing(pod -> readySince(pod).orElse(Instant.MAX), Comparator.reverseOrder())
        .thenComparing(MOST_RESTARTS_FIRST)
        .thenComparing(Pods::created, Comparator.reverseOrder())
        .thenComparing(pod -> pod.getMetadata().getName());
  }

  /**
   * The pods that a ReplicaSet deletes first.
   *
   * @param neighbours the number of related pods on the pod's node
   */
  public static List<Pod> worst(
      Collection<Pod> pods, int count, ToIntFunction<Pod> neighbours, Instant now) {
    // Not a sort, because the order is not transitive: two pods that became ready in the same
    // second may differ by their restarts, and each from a third one by its UID.
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
      return one.isEmpty() ? -1 : 1; // an unknown time counts as the latest
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

  /** The pod deletion cost in the annotation. */
  static int deletionCost(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String text = annotations == null ? null : annotations.get(DELETION_COST);
    if (text == null || !text.matches("0|-?[1-9][0-9]*")) {
      return 0; // rejects non-canonical numbers
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
