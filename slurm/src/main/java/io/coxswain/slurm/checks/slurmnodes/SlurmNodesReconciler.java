package io.coxswain.slurm.checks.slurmnodes;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Drained;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Leave;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Reboot;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Suspect;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Undrain;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.drain.DrainReason;
import io.coxswain.slurm.drain.LockedNode;
import io.coxswain.slurm.drain.SlurmDrainer;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.ConditionWriter;
import io.coxswain.slurm.marks.NodeConditions;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One round: first nodes with announced maintenance, then drained Slurm nodes. */
final class SlurmNodesReconciler implements Reconciler<String> {
  private final Client client;
  private final Client live;
  private final Recorder events;
  private final SlurmClients clients;
  private final SlurmDrainer drainer;
  private final ConditionWriter marks;
  private final Duration period;
  private final SlurmNodePlan.Rules rules;

  SlurmNodesReconciler(
      Client client,
      Recorder events,
      SlurmClients clients,
      SlurmDrainer drainer,
      Duration period,
      SlurmNodePlan.Rules rules) {
    this.client = client;
    this.live = client.live();
    this.events = events;
    this.clients = clients;
    this.drainer = drainer;
    this.marks = new ConditionWriter(client);
    this.period = period;
    this.rules = rules;
  }

  @Override
  public Outcome reconcile(String round, Reconciliation pass) throws ApiException {
    List<ObjectKey> clusters = clients.clusters();
    if (clusters.isEmpty()) {
      return Outcome.done(); // the next one begins the rounds again
    }
    var failures = new ArrayList<String>();
    // The cache says whom to look at; what is done is decided by the Node as the server has it.
    for (Node machine : client.list(Node.class).toList()) {
      attempt(failures, machine.getMetadata().getName(), () -> maintain(machine, pass));
    }
    for (ObjectKey cluster : clusters) {
      attempt(failures, cluster.toString(), () -> look(cluster, failures, pass));
    }
    if (!failures.isEmpty()) {
      throw new ReconcileException(String.join("; ", failures));
    }
    return Outcome.after(period);
  }

  /** A failure for one node or cluster does not end the round for the others. */
  private static void attempt(List<String> failures, String what, Reconciliation.Work work) {
    try {
      work.run();
    } catch (ApiException | ReconcileException e) {
      failures.add(what + ": " + e.getMessage());
    }
  }

  // ---- machines -------------------------------------------------------------------------------

  private void maintain(Node cached, Reconciliation pass) throws ApiException {
    NodeConditions before = NodeConditions.of(cached);
    if (!rules.maintenanceWanted(before) && !before.of(ConditionTypes.MAINTENANCE).isTrue()) {
      return;
    }
    String name = cached.getMetadata().getName();
    try (LockedNode locked = drainer.lock(name)) {
      Optional<Node> machine = live.get(Node.class, ObjectKey.of(name));
      if (machine.isEmpty()) {
        return;
      }
      if (!rules.maintenanceWanted(NodeConditions.of(machine.get()))) {
        pass.log()
            .atInfo()
            .addKeyValue("node", name)
            .addKeyValue("condition", ConditionTypes.MAINTENANCE)
            .log("Maintenance is no longer scheduled, clearing condition");
        marks.write(machine.get(), List.of(ConditionChange.noMaintenance()), pass.now());
      } else if (locked.drain(DrainReason.REPLACEMENT, LockedNode.Target.DRAINED)) {
        marks.write(machine.get(), List.of(ConditionChange.maintenance()), pass.now());
      }
    }
  }

  // ---- Slurm nodes ----------------------------------------------------------------------------

  private void look(ObjectKey cluster, List<String> failures, Reconciliation pass)
      throws ApiException {
    List<SlurmNode> nodes;
    try {
      nodes = clients.get(cluster).nodes();
    } catch (SlurmException e) {
      Optional<SlurmCluster> object = client.get(SlurmCluster.class, cluster);
      if (object.isPresent()) {
        events.warning(
            object.get(),
            "SlurmNotReachable",
            "Failed to list Slurm nodes: %s",
            String.valueOf(e.getMessage()));
      }
      throw new ReconcileException("list nodes: " + e.getMessage(), e);
    }
    for (SlurmNode node : nodes) {
      Optional<DrainReason> reason = DrainReason.of(node);
      if (reason.isPresent()) {
        attempt(
            failures, cluster + " " + node.name(), () -> mend(cluster, node, reason.get(), pass));
      }
    }
  }

  private void mend(ObjectKey cluster, SlurmNode node, DrainReason reason, Reconciliation pass)
      throws ApiException {
    Optional<String> name = drainer.kubernetesNode(cluster, node);
    if (name.isEmpty()) {
      return;
    }
    try (LockedNode locked = drainer.lock(name.get())) {
      Optional<Node> machine = live.get(Node.class, ObjectKey.of(name.get()));
      if (machine.isPresent()) {
        apply(locked, cluster, node, reason, machine.get(), pass);
      }
    }
  }

  private void apply(
      LockedNode locked,
      ObjectKey cluster,
      SlurmNode node,
      DrainReason reason,
      Node machine,
      Reconciliation pass)
      throws ApiException {
    SlurmNodePlan plan = SlurmNodePlan.of(drained(cluster, node, reason, machine), rules);
    switch (plan) {
      case Leave(String why) ->
          pass.log()
              .atDebug()
              .addKeyValue("slurmNode", node.name())
              .addKeyValue("reason", why)
              .log("Slurm node stays drained");
      case Reboot() -> {
        if (locked.drain(DrainReason.REBOOT, LockedNode.Target.DRAINED)) {
          marks.write(machine, List.of(ConditionChange.degraded()), pass.now());
        }
      }
      case Undrain(String why) -> {
        boolean done = locked.undrain(cluster, node);
        pass.log()
            .atInfo()
            .addKeyValue("slurmNode", node.name())
            .addKeyValue("reason", why)
            .log(done ? "Undrained slurm node" : "Slurm node changed, not undraining");
      }
      case Suspect(String comment) -> {
        if (locked.hasReached(LockedNode.Target.DRAINED)) {
          marks.write(machine, List.of(ConditionChange.hardwareSuspected(comment)), pass.now());
          events.warning(
              machine, "HardwareIssuesSuspected", "Slurm node %s: %s", node.name(), node.reason());
        }
      }
    }
  }

  private Drained drained(ObjectKey cluster, SlurmNode node, DrainReason reason, Node machine)
      throws ApiException {
    boolean matters = reason == DrainReason.HARDWARE_PROBLEM || reason == DrainReason.NODE_PROBLEM;
    return new Drained(
        reason,
        node.reason(),
        node.reasonChangedAt(),
        node.comment(),
        NodeConditions.of(machine),
        Timestamps.parse(machine.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH),
        matters && rules.replacement() ? assignedAt(cluster, node) : Optional.empty());
  }

  private Optional<Instant> assignedAt(ObjectKey cluster, SlurmNode node) throws ApiException {
    Optional<Pod> pod = live.get(Pod.class, ObjectKey.of(cluster.namespace(), node.name()));
    if (pod.isEmpty() || pod.get().getStatus() == null) {
      return Optional.empty();
    }
    for (PodCondition condition : pod.get().getStatus().getConditions()) {
      if (condition.getType().equals("PodScheduled") && condition.getStatus().equals("True")) {
        return Timestamps.parse(condition.getLastTransitionTime());
      }
    }
    return Optional.empty();
  }
}
