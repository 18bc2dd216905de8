package io.coxswain.slurm.drain;

import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;
import java.util.Optional;

/** The drain reasons that soperatorchecks acts on, in the order in which they are matched. */
public enum DrainReason {
  KILL_TASK_FAILED("Kill task failed"),
  REPLACEMENT("[compute_maintenance] node replacement process"),
  REBOOT("[compute_maintenance] node reboot process"),
  NODE_PROBLEM("[node_problem]"),
  USER_PROBLEM("[user_problem]"),
  HARDWARE_PROBLEM("[hardware_problem]");

  /** Part of every drain reason that an active check writes. */
  public static final String ACTIVE_CHECK = "[slurm_job]";

  private final String text;

  DrainReason(String text) {
    this.text = text;
  }

  /** The reason as it is sent to Slurm. A reason that contains this text matches. */
  public String text() {
    return text;
  }

  /** The first reason whose text occurs in the given one. */
  public static Optional<DrainReason> in(String text) {
    for (DrainReason reason : values()) {
      if (text.contains(reason.text)) {
        return Optional.of(reason);
      }
    }
    return Optional.empty();
  }

  /**
   * The reason for which the node is drained; empty if it is not drained or the reason is foreign.
   */
  public static Optional<DrainReason> of(SlurmNode node) {
    return node.is(NodeState.DRAIN) ? in(node.reason()) : Optional.empty();
  }

  /** Whether the node is drained for a reason that Soperator does not know, by an administrator. */
  static boolean isForeign(SlurmNode node) {
    return node.is(NodeState.DRAIN) && of(node).isEmpty() && !node.reason().contains(ACTIVE_CHECK);
  }

  /**
   * Whether a drain for this reason has to be requested. A drained node keeps its reason, because
   * the reason determines when the drain ends. Exceptions: a replacement supersedes every known
   * reason, and a reboot supersedes {@link #KILL_TASK_FAILED}.
   */
  public boolean supersedes(SlurmNode node) {
    if (!node.is(NodeState.DRAIN)) {
      return true;
    }
    Optional<DrainReason> present = of(node);
    if (present.isEmpty() || present.get() == this) {
      return false;
    }
    return switch (this) {
      case REPLACEMENT -> true;
      case REBOOT -> present.get() == KILL_TASK_FAILED;
      default -> false;
    };
  }
}
