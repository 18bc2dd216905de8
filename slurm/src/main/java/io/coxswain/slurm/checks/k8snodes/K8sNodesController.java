package io.coxswain.slurm.checks.k8snodes;

import io.coxswain.runtime.controller.Event;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.slurm.drain.SlurmDrainer;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import io.coxswain.slurm.program.ManagerSettings;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Wires the controller of Kubernetes nodes. */
public final class K8sNodesController {
  public static final String NAME = "soperatorchecks.k8snodes";

  private K8sNodesController() {}

  /**
   * @param notReadyTimeout after which a silent Node is deleted; empty for never
   * @param maintenanceType the condition by which the platform announces maintenance
   */
  public static void register(
      Manager manager,
      ManagerSettings settings,
      SlurmDrainer drainer,
      Optional<Duration> notReadyTimeout,
      String maintenanceType,
      IgnoredLabels ignored) {
    List<String> types =
        List.of(
            ConditionTypes.DRAIN,
            ConditionTypes.REBOOT,
            maintenanceType,
            ConditionTypes.HARDWARE,
            ConditionTypes.DEGRADED,
            ConditionTypes.MAINTENANCE,
            ConditionTypes.READY);
    settings
        .tune(manager.controller(NAME))
        .kind(Node.class)
        .watch(Node.class, watch -> watch.self().when(event -> matters(event, types)))
        .reconcile(
            new K8sNodesReconciler(
                manager.client(),
                manager.recorder(NAME),
                drainer,
                ignored,
                new K8sNodePlan.Rules(notReadyTimeout)));
  }

  /** Heartbeats arrive every few seconds and contain no changes. */
  private static boolean matters(Event<Node> event, List<String> types) {
    return switch (event) {
      case Event.Created<Node> created -> true;
      case Event.Updated<Node>(Node old, Node now) ->
          !NodeConditions.of(old).only(types).equals(NodeConditions.of(now).only(types));
      case Event.Deleted<Node> deleted -> false;
    };
  }
}
