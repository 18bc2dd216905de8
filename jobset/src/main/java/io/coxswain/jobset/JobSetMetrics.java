package io.coxswain.jobset;

import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Counts finished JobSets, each once: when the final status was written. */
final class JobSetMetrics {
  private final Counter failed;
  private final Counter completed;

  JobSetMetrics(PrometheusRegistry registry) {
    failed =
        counter("jobset_failed_total", "The total number of failed JobSets").register(registry);
    completed =
        counter("jobset_completed_total", "The total number of completed JobSets")
            .register(registry);
  }

  private static Counter.Builder counter(String name, String help) {
    return Counter.builder().name(name).help(help).labelNames("jobset_name", "namespace");
  }

  /** A status was written in place of the one that the JobSet was seen with. */
  void written(JobSet before, JobSetStatus after) {
    if (before.getStatus() != null && StatusDraft.finish(before.getStatus()).isPresent()) {
      return;
    }
    StatusDraft.finish(after)
        .map(condition -> condition.getType().equals("Completed") ? completed : failed)
        .ifPresent(
            counter ->
                counter
                    .labelValues(
                        before.getMetadata().getName(), before.getMetadata().getNamespace())
                    .inc());
  }
}
