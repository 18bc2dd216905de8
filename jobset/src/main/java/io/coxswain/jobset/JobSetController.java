package io.coxswain.jobset;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.controller.ControllerBuilder;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;

/** Wires the controller of JobSets: what it watches, and which JobSet a change is about. */
final class JobSetController {
  private static final String NAME = "jobset";

  private JobSetController() {}

  static void register(Manager manager, Features features, JobSetMetrics metrics) {
    ControllerBuilder<ObjectKey> controller =
        manager
            .controller(NAME)
            .kind(JobSet.class)
            .sharded(ObjectKey::namespace)
            .watch(JobSet.class, watch -> watch.self())
            .watch(Job.class, watch -> watch.controllerOf(JobSet.class))
            .watch(Service.class, watch -> watch.controllerOf(JobSet.class));
    if (features.inPlaceRestart()) {
      controller.watch(Pod.class, watch -> watch.mapTo((pod, client) -> jobSetOf(pod)));
    }
    controller.reconcile(
        new JobSetReconciler(manager.client(), manager.actionRecorder(NAME), features, metrics));
  }

  /** The JobSet that a pod's label names. */
  private static List<ObjectKey> jobSetOf(Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    String jobSet = labels == null ? null : labels.get(Keys.JOBSET_NAME);
    return jobSet == null ? List.of() : List.of(ObjectKey.of(pod).sibling(jobSet));
  }
}
