package io.coxswain.slurm.checks.podephemeralstorage;

import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.drain.SlurmDrainer;
import io.coxswain.slurm.program.ManagerSettings;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;

/** Wires the check of the ephemeral storage of worker pods. */
public final class PodStorageController {
  public static final String NAME = "soperatorchecks.pod-ephemeral-storage-check";

  private static final Duration FIRST_RETRY = Duration.ofSeconds(15);
  private static final Duration MAX_RETRY = Duration.ofMinutes(1);

  private PodStorageController() {}

  /**
   * When and how pods are looked at.
   *
   * @param drainAbove in percent of the limit
   * @param resumeBelow in percent of the limit
   */
  public record Rules(Duration period, int workers, double drainAbove, double resumeBelow) {}

  public static void register(
      Manager manager,
      ManagerSettings settings,
      SlurmClients clients,
      SlurmDrainer drainer,
      KubeletStats kubelets,
      Rules rules) {
    settings
        .tune(manager.controller(NAME))
        .kind(Pod.class)
        .workers(rules.workers)
        .backOff(FIRST_RETRY, MAX_RETRY)
        .watch(
            Pod.class,
            watch ->
                watch
                    .self()
                    .when(event -> event instanceof Event.Created<Pod>)
                    .when(event -> StoragePlan.isWorker(event.object())))
        .reconcile(
            new PodStorageReconciler(
                manager.client(),
                drainer,
                new NodeListing(manager.env(), clients, rules.period),
                kubelets,
                rules));
  }
}
