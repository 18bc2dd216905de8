package io.coxswain.kube.job;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** Which pods are missed least: the order in which active pods are removed. */
final class PodRanking {
  private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

  /** The worst first; the name decides among equals so that the choice is always the same. */
  static final Comparator<JobPod> WORST_FIRST =
      Comparator.comparing(JobPod::assigned)
          .thenComparingInt(pod -> PHASES.indexOf(pod.phase()))
          .thenComparing(JobPod::ready)
          .thenComparing(PodRanking::readySince, Comparator.reverseOrder())
          .thenComparingInt(pod -> -pod.mostContainerRestarts())
          .thenComparingInt(pod -> -pod.mostSidecarRestarts())
          .thenComparing(JobPod::created, Comparator.reverseOrder())
          .thenComparing(JobPod::name);

  private PodRanking() {}

  /** Ready for a shorter time is worse, and for an unknown time worst of all. */
  private static Instant readySince(JobPod pod) {
    return pod.ready() ? pod.readySince().orElse(Instant.MAX) : Instant.MAX;
  }
}
