package io.coxswain.slurm.checks.activecheckjob;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.controller.EventType;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.drain.SlurmDrainer;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.render.ActiveCheckRender;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Wires the controller of the Jobs of active checks. */
public final class ActiveCheckJobController {
  public static final String NAME = "soperatorchecks.activecheckjob";

  private ActiveCheckJobController() {}

  /**
   * @param period between two looks at a Slurm job that runs
   */
  public static void register(
      Manager manager,
      ManagerSettings settings,
      SlurmClients clients,
      SlurmDrainer drainer,
      Duration period) {
    settings
        .tune(manager.controller(NAME))
        .kind(Job.class)
        .watch(
            Job.class,
            watch ->
                watch
                    .self()
                    .only(EventType.CREATED, EventType.UPDATED)
                    .when(event -> isOurs(event.object())))
        // A pod may be seen after the last change of its Job, and without one its check is unknown.
        .watch(Pod.class, watch -> watch.mapTo((pod, client) -> jobOf(pod)).only(EventType.CREATED))
        .reconcile(new ActiveCheckJobReconciler(manager.client(), clients, drainer, period));
  }

  private static List<ObjectKey> jobOf(Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String job = labels == null ? null : labels.get(ActiveCheckJobReconciler.JOB_NAME);
    return job == null || annotations == null || !annotations.containsKey(ActiveCheckRender.CHECK)
        ? List.of()
        : List.of(ObjectKey.of(pod.getMetadata().getNamespace(), job));
  }

  private static boolean isOurs(Job job) {
    Map<String, String> labels = job.getMetadata().getLabels();
    return labels != null && Component.SOPERATORCHECKS.word().equals(labels.get(Labels.COMPONENT));
  }
}
