package io.coxswain.slurm.checks.drain;

import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;
import java.util.Optional;

/** The reasons of drains that mean something to us, in the order in which they are looked for. */
public enum DrainReason {
  KILL_TASK_FAILED("Kill task failed"),
  REPLACEMENT("[compute_maintenance] node replacement process"),
  REBOOT("[compute_maintenance] node reboot process"),
  NODE_PROBLEM("[node_problem]"),
  USER_PROBLEM("[user_problem]"),
  HARDWARE_PROBLEM("[hardware_problem]");

  private final String text;

  DrainReason(String text) {
    this.text = text;
  }

  /** What Slurm is told; a reason that holds this text anywhere is this one. */
  public String text() {
    return text;
  }

  /** The first that the text holds. */
  public static Optional<DrainReason> in(String text) {
    for (DrainReason reason : values()) {
      if (text.contains(reason.text)) {
        return Optional.of(reason);
      }
    }
    return Optional.empty();
  }

  /** The reason for which the node is drained; empty for one that is not, or for another's. */
  public static Optional<DrainReason> of(SlurmNode node) {
    return node.is(NodeState.DRAIN) ? in(node.reason()) : Optional.empty();
  }

  /**
   * Whether the node has to be told to drain for this reason. One that is drained for a reason of
   * its own keeps it, since whoever gave it decides when it ends; except that a new machine cures
   * every problem we know, and a reboot cures a task that could not be killed.
   */
  public boolean isNewsTo(SlurmNode node) {
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
