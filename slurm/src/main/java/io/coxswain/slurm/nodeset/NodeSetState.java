package io.coxswain.slurm.nodeset;

import static io.coxswain.slurm.reconcile.ConditionsDraft.FALSE;
import static io.coxswain.slurm.reconcile.ConditionsDraft.TRUE;
import static io.coxswain.slurm.reconcile.ConditionsDraft.UNKNOWN;

import io.coxswain.api.slurm.NodeSetStatus;
import io.coxswain.slurm.reconcile.ConditionsDraft;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The status of a NodeSet while a reconcile computes it. */
final class NodeSetState {
  private static final String PODS_READY = "PodsReady";
  private static final String TERMINATED = "StatefulSetTerminated";

  /** Upstream declares the first three and never sets them. */
  private static final List<String> TYPES =
      List.of(
          "ConfigUpdated", "ConfigDynamicUpdated", "StatefulSetUpdated", PODS_READY, TERMINATED);

  /** Ours; there only while there is something to complain about. */
  static final String RECONCILED = "Reconciled";

  /** Ours too; there while the workers run the pod template of another operator. */
  static final String POD_TEMPLATES = "PodTemplatesCurrent";

  /** As much as the server takes. */
  private static final int MAX_MESSAGE_LENGTH = 32_768;

  private final ConditionsDraft conditions;
  private int replicas;
  private @Nullable String selector;
  private boolean ready;

  NodeSetState(NodeSetStatus before, Instant now) {
    conditions = new ConditionsDraft(before.getConditions(), now);
    replicas = before.getReplicas();
    selector = before.getLabelSelector();
    for (String type : TYPES) {
      conditions.setIfAbsent(type, UNKNOWN, "SetUpCondition", "The object is not ready yet.");
    }
  }

  void failed(String reason, String message) {
    conditions.set(
        RECONCILED,
        FALSE,
        reason,
        message.length() <= MAX_MESSAGE_LENGTH
            ? message
            : message.substring(0, MAX_MESSAGE_LENGTH));
  }

  void succeeded() {
    conditions.remove(RECONCILED);
  }

  /**
   * Records whether the workers run the pod template of another operator.
   *
   * @param message empty if they do not
   * @return whether that is news
   */
  boolean keptTemplates(String message) {
    if (message.isEmpty()) {
      conditions.remove(POD_TEMPLATES);
      return false;
    }
    boolean news =
        conditions.find(POD_TEMPLATES).filter(c -> message.equals(c.getMessage())).isEmpty();
    conditions.set(POD_TEMPLATES, FALSE, "TakenOver", message);
    return news;
  }

  void maintenance(boolean active) {
    if (active) {
      conditions.set(TERMINATED, TRUE, "Maintenance", "Workers are disabled");
    } else {
      conditions.set(TERMINATED, FALSE, "WorkersEnabled", "Workers are enabled");
    }
  }

  /** The pod selector, for autoscalers. */
  void selector(String text) {
    selector = text;
  }

  void workers(int available, int expected) {
    replicas = available;
    ready = available == expected;
    if (ready) {
      conditions.set(
          PODS_READY, TRUE, "NodeSetReady", "All %d worker pods are available".formatted(expected));
    } else {
      conditions.set(
          PODS_READY,
          FALSE,
          "NodeSetNotReady",
          "%d of %d worker pods are available".formatted(available, expected));
    }
  }

  boolean ready() {
    return ready;
  }

  /**
   * @param generation of the NodeSet that this is about
   */
  NodeSetStatus result(@Nullable Long generation) {
    var status = new NodeSetStatus();
    status.setConditions(conditions.list());
    status.setReplicas(replicas);
    status.setLabelSelector(selector);
    status.setObservedGeneration(generation);
    status.setPhase(phase());
    return status;
  }

  private String phase() {
    if (is(TERMINATED, TRUE)) {
      return "Terminating";
    }
    return is(PODS_READY, TRUE) ? "Ready" : is(PODS_READY, FALSE) ? "Provisioning" : "Pending";
  }

  private boolean is(String type, String status) {
    return conditions.find(type).map(Condition::getStatus).filter(status::equals).isPresent();
  }
}
