package io.coxswain.kube.podgc;

import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.fabric8.kubernetes.api.model.Pod;
import io.prometheus.metrics.core.metrics.Counter;

/** Counts deleted pods by the reason. */
final class PodGarbageMetrics {
  private final Counter deleted;
  private final Counter errors;

  PodGarbageMetrics(Instruments instruments) {
    deleted =
        instruments.counter(
            Stability.ALPHA,
            "pod_gc_collector_force_delete_pods_total",
            "Number of pods that are being forcefully deleted since the Pod GC Controller started.",
            "namespace",
            "reason");
    errors =
        instruments.counter(
            Stability.ALPHA,
            "pod_gc_collector_force_delete_pod_errors_total",
            "Number of errors encountered when forcefully deleting the pods since the Pod GC"
                + " Controller started.",
            "namespace",
            "reason");
  }

  /** Why a pod is deleted. */
  enum Reason {
    TERMINATED("terminated"),
    OUT_OF_SERVICE("out-of-service"),
    ORPHANED("orphaned"),
    UNSCHEDULED("unscheduled");

    private final String label;

    Reason(String label) {
      this.label = label;
    }
  }

  void deleting(Pod pod, Reason reason) {
    deleted.labelValues(pod.getMetadata().getNamespace(), reason.label).inc();
  }

  void failed(Pod pod, Reason reason) {
    errors.labelValues(pod.getMetadata().getNamespace(), reason.label).inc();
  }
}
