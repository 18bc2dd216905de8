package io.coxswain.slurm.rebooter;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionWriter;
import io.coxswain.slurm.marks.NodeConditions;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reconciles its own Node periodically. */
final class RebooterReconciler implements Reconciler<ObjectKey> {
  private static final int MAX_ATTEMPTS = 5;

  /** A host that is still up after this time was not rebooted by the command. */
  private static final Duration MAX_SHUTDOWN = Duration.ofMinutes(10);

  private final Client client;
  private final ConditionWriter marks;
  private final Machine machine;
  private final NodePods pods;
  private final Duration period;
  private final Consumer<IOException> blind;
  private Optional<Instant> commandedAt = Optional.empty();

  /**
   * @param blind called when the time of the last boot cannot be read
   */
  RebooterReconciler(
      Client client, Machine machine, NodePods pods, Duration period, Consumer<IOException> blind) {
    this.client = client;
    this.marks = new ConditionWriter(client);
    this.machine = machine;
    this.pods = pods;
    this.period = period;
    this.blind = blind;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    if (plan(find(client, key)) == RebooterPlan.REST) {
      return Outcome.after(period);
    }
    // The cache may be old: what is done is decided by the Node as the server has it, and written
    // only onto that.
    for (int tries = 1; ; tries++) {
      try {
        act(find(client.live(), key), pass);
        return Outcome.after(period);
      } catch (ApiException.Conflict e) {
        if (tries == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static Node find(Client client, ObjectKey key) throws ApiException {
    return client
        .get(Node.class, key)
        .orElseThrow(() -> new ReconcileException("node " + key.name() + " not found"));
  }

  private RebooterPlan plan(Node node) {
    NodeConditions seen = NodeConditions.of(node);
    try {
      Instant bootedAt = RebooterPlan.asksForReboot(seen) ? machine.bootedAt() : Instant.EPOCH;
      return RebooterPlan.of(seen, bootedAt, hasOurTaint(node));
    } catch (IOException e) {
      blind.accept(e);
      throw new ReconcileException("failed to get the boot time of the node: " + e.getMessage(), e);
    }
  }

  private void act(Node node, Reconciliation pass) throws ApiException {
    switch (plan(node)) {
      case REST -> {}
      case DRAIN -> {
        var _ = drain(node, pass);
      }
      case REBOOT -> {
        Optional<Node> drained = drain(node, pass);
        if (drained.isPresent()) {
          reboot(drained.get(), pass);
        }
      }
      case REBOOTED -> {
        Node open = open(node);
        Node undrained = marks.write(open, List.of(ConditionChange.undrained()), pass.now());
        var _ = marks.write(undrained, List.of(ConditionChange.rebooted()), pass.now());
      }
      case RETURN -> {
        var _ = open(node);
      }
    }
  }

  // ---- draining -------------------------------------------------------------------------------

  /**
   * The node once no pod is left to evict; empty before. The draining of an already drained node is
   * not reported again.
   */
  private Optional<Node> drain(Node seen, Reconciliation pass) throws ApiException {
    Node node = seen;
    if (!NodeConditions.of(node).matches(ConditionChange.drained())) {
      node = marks.write(node, List.of(ConditionChange.draining()), pass.now());
    }
    if (!isCordoned(node) || !isTainted(node)) {
      node = client.patch(node, RebooterReconciler::close);
    }
    Optional<Pod> left = DrainFilter.firstRemaining(pods.on(node.getMetadata().getName()));
    if (left.isPresent()) {
      pass.log()
          .atInfo()
          .addKeyValue("pod", left.get().getMetadata().getName())
          .log("Waiting for pod to be evicted");
      return Optional.empty();
    }
    return Optional.of(marks.write(node, List.of(ConditionChange.drained()), pass.now()));
  }

  private static void close(Node node) {
    node.getSpec().setUnschedulable(true);
    if (!isTainted(node)) {
      var taints = new ArrayList<>(node.getSpec().getTaints());
      taints.add(DrainFilter.TAINT);
      node.getSpec().setTaints(taints);
    }
  }

  private Node open(Node node) throws ApiException {
    if (!isCordoned(node) && !hasOurTaint(node)) {
      return node;
    }
    return client.patch(
        node,
        closed -> {
          closed.getSpec().setUnschedulable(null);
          closed
              .getSpec()
              .setTaints(closed.getSpec().getTaints().stream().filter(t -> !isOurs(t)).toList());
        });
  }

  // ---- rebooting ------------------------------------------------------------------------------

  private void reboot(Node node, Reconciliation pass) throws ApiException {
    var _ = marks.write(node, List.of(ConditionChange.rebooting()), pass.now());
    if (commandedAt.isPresent() && commandedAt.get().plus(MAX_SHUTDOWN).isAfter(pass.now())) {
      pass.log().info("Reboot already requested, waiting for shutdown");
      return;
    }
    pass.log().info("Starting node reboot");
    try {
      machine.reboot();
      commandedAt = Optional.of(pass.now());
    } catch (IOException e) {
      throw new ReconcileException("failed to reboot node: " + e.getMessage(), e);
    }
  }

  private static boolean isCordoned(Node node) {
    return Boolean.TRUE.equals(node.getSpec().getUnschedulable());
  }

  /** Any taint of that key counts: upstream does not add a second. */
  private static boolean isTainted(Node node) {
    return node.getSpec().getTaints().stream()
        .anyMatch(taint -> taint.getKey().equals(DrainFilter.TAINT.getKey()));
  }

  private static boolean hasOurTaint(Node node) {
    return node.getSpec().getTaints().stream().anyMatch(RebooterReconciler::isOurs);
  }

  private static boolean isOurs(Taint taint) {
    return taint.getKey().equals(DrainFilter.TAINT.getKey())
        && DrainFilter.TAINT.getEffect().equals(taint.getEffect());
  }
}
