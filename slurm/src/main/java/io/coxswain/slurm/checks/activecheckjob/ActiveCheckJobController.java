package io.coxswain.slurm.checks.activecheckjob;

import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.program.ManagerSettings;
import io.coxswain.slurm.values.Component;
import io.coxswain.slurm.values.Labels;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.Map;

/** Wires the controller of the Jobs of active checks. */
public final class ActiveCheckJobController {
  public static final String NAME = "soperatorchecks.activecheckjob";

  private ActiveCheckJobController() {}

  /**
   * @param period between two looks at a Slurm job that runs
   */
  public static void register(
      Manager manager, ManagerSettings settings, SlurmClients clients, Duration period) {
    settings
        .tune(manager.controller(NAME))
        .kind(Job.class)
        .watch(
            Job.class,
            watch ->
                watch
                    .self()
                    .when(event -> !(event instanceof Event.Deleted<Job>))
                    .when(event -> isOurs(event.object())))
        .reconcile(new ActiveCheckJobReconciler(manager.client(), clients, period));
  }

  private static boolean isOurs(Job job) {
    Map<String, String> labels = job.getMetadata().getLabels();
    return labels != null
        && Component.SOPERATORCHECKS.word().equals(labels.get(Labels.COMPONENT));
  }
}
