package io.coxswain.slurm.checks.k8snodes;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.events.Recorder;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Action;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Ask;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Delete;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Say;
import io.coxswain.slurm.drain.DrainReason;
import io.coxswain.slurm.drain.LockedNode;
import io.coxswain.slurm.drain.SlurmDrainer;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionWriter;
import io.coxswain.slurm.marks.NodeConditions;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Performs what the conditions of a node require. The cache triggers it; the decision is based on
 * the Node as stored on the server, under the node's lock, and is written only onto that version.
 */
final class K8sNodesReconciler implements Reconciler<ObjectKey> {
  /** Until Slurm is asked again whether its jobs have ended. */
  private static final Duration SLURM_PERIOD = Duration.ofMinutes(1);

  /** Others write Nodes too; as often as clients in Go try again after a conflict. */
  private static final int MAX_ATTEMPTS = 5;

  private final Client client;
  private final Recorder events;
  private final SlurmDrainer drainer;
  private final ConditionWriter marks;
  private final IgnoredLabels ignored;
  private final K8sNodePlan.Rules rules;

  K8sNodesReconciler(
      Client client,
      Recorder events,
      SlurmDrainer drainer,
      IgnoredLabels ignored,
      K8sNodePlan.Rules rules) {
    this.client = client;
    this.events = events;
    this.drainer = drainer;
    this.marks = new ConditionWriter(client);
    this.ignored = ignored;
    this.rules = rules;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Node> cached = client.get(Node.class, key);
    if (cached.isEmpty()) {
      return Outcome.done();
    }
    K8sNodePlan plan = plan(cached.get(), pass);
    if (plan.actions().isEmpty()) {
      return plan.lookAgain().map(Outcome::after).orElseGet(Outcome::done);
    }
    try (LockedNode locked = drainer.lock(key.name())) {
      for (int tries = 1; ; tries++) {
        Optional<Node> machine = client.live().get(Node.class, key);
        if (machine.isEmpty()) {
          return Outcome.done();
        }
        try {
          return act(locked, machine.get(), pass);
        } catch (ApiException.Conflict e) {
          if (tries == MAX_ATTEMPTS) {
            throw e;
          }
        }
      }
    }
  }

  private K8sNodePlan plan(Node machine, Reconciliation pass) {
    return K8sNodePlan.of(NodeConditions.of(machine), ignored.match(machine), rules, pass.now());
  }

  private Outcome act(LockedNode locked, Node seen, Reconciliation pass) throws ApiException {
    K8sNodePlan plan = plan(seen, pass);
    Node machine = seen;
    for (Action action : plan.actions()) {
      switch (action) {
        case Say(List<ConditionChange> changes) ->
            machine = marks.write(machine, changes, pass.now());
        case Ask(ConditionChange change, DrainReason reason) -> {
          if (!locked.drain(reason, LockedNode.Target.EMPTY)) {
            return busy(machine, change.type());
          }
          machine = marks.write(machine, List.of(change), pass.now());
        }
        case Delete(String why, boolean silent) -> {
          LockedNode.Target target =
              silent ? LockedNode.Target.EMPTY_IF_RUNNING : LockedNode.Target.EMPTY;
          if (!locked.drain(DrainReason.REPLACEMENT, target)) {
            return busy(machine, "its deletion");
          }
          pass.log().atInfo().addKeyValue("reason", why).log("Deleting node");
          client.delete(machine, Deletion.byDefault().ifUnchanged());
          return Outcome.done();
        }
      }
    }
    return plan.lookAgain().map(Outcome::after).orElseGet(Outcome::done);
  }

  private Outcome busy(Node machine, String what) {
    events.normal(
        machine, "WaitingForSlurm", "Slurm nodes are not drained yet; %s has to wait", what);
    return Outcome.after(SLURM_PERIOD);
  }
}
