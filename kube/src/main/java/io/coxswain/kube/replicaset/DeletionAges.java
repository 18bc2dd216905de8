package io.coxswain.kube.replicaset;

import io.coxswain.kube.common.Pods;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.fabric8.kubernetes.api.model.Pod;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Compares the ages of ready pods that are deleted with that of the youngest ready pod. */
final class DeletionAges {
  private final Histogram ratios;

  DeletionAges(Instruments instruments) {
    ratios =
        instruments.histogram(
            Stability.ALPHA,
            "replicaset_controller_sorting_deletion_age_ratio",
            "The ratio of chosen deleted pod's ages to the current youngest pod's age (at the"
                + " time). Should be <2. The intent of this metric is to measure the rough efficacy"
                + " of the LogarithmicScaleDown feature gate's effect on the sorting (and deletion)"
                + " of pods when a replicaset scales down. This only considers Ready pods when"
                + " calculating and reporting.",
            Instruments.bounds(0.25, 2, 6));
  }

  void record(List<Pod> active, List<Pod> deleted, Instant now) {
    Optional<Instant> youngest =
        active.stream().filter(Pods::isReady).map(Pods::created).max(Instant::compareTo);
    if (youngest.isEmpty()) {
      return;
    }
    long least = Math.max(1, Duration.between(youngest.get(), now).toMillis());
    for (Pod pod : deleted) {
      if (Pods.isReady(pod)) {
        // Whole numbers, as upstream.
        long ratio = Duration.between(Pods.created(pod), now).toMillis() / least;
        ratios.observe((double) ratio);
      }
    }
  }
}
