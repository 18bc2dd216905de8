package io.coxswain.slurm.checks.slurmnodes;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.slurm.checks.drain.DrainReason;
import io.coxswain.slurm.checks.drain.SlurmDrainer;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Drained;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Leave;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Reboot;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Suspect;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Undrain;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.clients.SlurmClients;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.ConditionWriter;
import io.coxswain.slurm.marks.NodeConditions;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A round: first machines that maintenance is announced for, then Slurm nodes that are drained. */
final class SlurmNodesReconciler implements Reconciler<String> {
  private final Client client;
  private final Client live;
  private final Recorder events;
  private final SlurmClients clients;
  private final SlurmDrainer drainage;
  private final ConditionWriter marks;
  private final Duration period;
  private final SlurmNodePlan.Rules rules;

  SlurmNodesReconciler(
      Client client,
      Recorder events,
      SlurmClients clients,
      SlurmDrainer drainage,
      Duration period,
      SlurmNodePlan.Rules rules) {
    this.client = client;
    this.live = client.live();
    this.events = events;
    this.clients = clients;
    this.drainage = drainage;
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

  /** One machine or cluster that fails does not end the round for the others. */
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
    try (var _ = drainage.turn(name)) {
      Optional<Node> machine = live.get(Node.class, ObjectKey.of(name));
      if (machine.isEmpty()) {
        return;
      }
      if (!rules.maintenanceWanted(NodeConditions.of(machine.get()))) {
        pass.log().info("maintenance of {} is called off", name);
        marks.write(machine.get(), List.of(ConditionChange.noMaintenance()), pass.now());
      } else if (drainage.drain(name, DrainReason.REPLACEMENT, SlurmDrainer.Standard.DRAINED)) {
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
            "its nodes cannot be listed: %s",
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
    String name = machineOf(cluster, node);
    if (name.isEmpty()) {
      return;
    }
    try (var _ = drainage.turn(name)) {
      Optional<Node> machine = live.get(Node.class, ObjectKey.of(name));
      if (machine.isPresent()) {
        mendIn(cluster, node, reason, machine.get(), pass);
      }
    }
  }

  private void mendIn(
      ObjectKey cluster, SlurmNode node, DrainReason reason, Node machine, Reconciliation pass)
      throws ApiException {
    String name = machine.getMetadata().getName();
    SlurmNodePlan plan = SlurmNodePlan.of(drained(cluster, node, reason, machine), rules);
    switch (plan) {
      case Leave(String why) -> pass.log().debug("{} stays drained: {}", node.name(), why);
      case Reboot() -> {
        if (drainage.drain(name, DrainReason.REBOOT, SlurmDrainer.Standard.DRAINED)) {
          marks.write(machine, List.of(ConditionChange.degraded()), pass.now());
        }
      }
      case Undrain(String why) -> {
        boolean done = drainage.undrain(cluster, node);
        pass.log().info("{} {}undrained: {}", node.name(), done ? "" : "not ", why);
      }
      case Suspect(String comment) -> {
        if (drainage.is(name, SlurmDrainer.Standard.DRAINED)) {
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
        time(machine.getMetadata().getCreationTimestamp()).orElse(Instant.EPOCH),
        matters && rules.replacement() ? assignedAt(cluster, node) : Optional.empty());
  }

  /** By what Slurm knows; versions that know nothing of machines leave it to the worker pod. */
  private String machineOf(ObjectKey cluster, SlurmNode node) throws ApiException {
    if (!node.instanceId().isEmpty()) {
      return node.instanceId();
    }
    return client
        .get(Pod.class, ObjectKey.of(cluster.namespace(), node.name()))
        .map(pod -> pod.getSpec().getNodeName())
        .orElse("");
  }

  private Optional<Instant> assignedAt(ObjectKey cluster, SlurmNode node) throws ApiException {
    Optional<Pod> pod = live.get(Pod.class, ObjectKey.of(cluster.namespace(), node.name()));
    if (pod.isEmpty() || pod.get().getStatus() == null) {
      return Optional.empty();
    }
    for (PodCondition condition : pod.get().getStatus().getConditions()) {
      if (condition.getType().equals("PodScheduled") && condition.getStatus().equals("True")) {
        return time(condition.getLastTransitionTime());
      }
    }
    return Optional.empty();
  }

  private static Optional<Instant> time(@Nullable String text) {
    return text == null || text.isEmpty()
        ? Optional.empty()
        : Optional.of(OffsetDateTime.parse(text).toInstant());
  }
}
