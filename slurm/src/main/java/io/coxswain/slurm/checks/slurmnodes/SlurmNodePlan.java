package io.coxswain.slurm.checks.slurmnodes;

import io.coxswain.slurm.drain.DrainReason;
import io.coxswain.slurm.marks.ConditionState;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What to do about one drained Slurm node. */
sealed interface SlurmNodePlan {

  /** Leave it. */
  record Leave(String why) implements SlurmNodePlan {}

  /** Drain all Slurm nodes of its Kubernetes node, and then request a reboot. */
  record Reboot() implements SlurmNodePlan {}

  /** Its drain has had its effect. */
  record Undrain(String why) implements SlurmNodePlan {}

  /** When all Slurm nodes of its Kubernetes node are drained, request a replacement. */
  record Suspect(String comment) implements SlurmNodePlan {}

  /**
   * A drained Slurm node with the state of its Kubernetes node.
   *
   * @param text the whole reason of its drain
   * @param drainedAt absent if Slurm did not report it
   * @param marks the conditions of the Kubernetes node on the server
   * @param createdAt when the Kubernetes node was created
   * @param assignedAt when the worker pod was bound to the node; absent if unknown
   */
  record Drained(
      DrainReason reason,
      String text,
      Optional<Instant> drainedAt,
      String comment,
      NodeConditions marks,
      Instant createdAt,
      Optional<Instant> assignedAt) {}

  /**
   * Settings of the program.
   *
   * @param replacement whether nodes may be reported as broken
   * @param maintenanceType the condition by which the platform announces maintenance
   */
  record Rules(boolean replacement, String maintenanceType) {
    /**
     * Whether any of the two conditions is not False: a later False one does not hide an earlier
     * True one.
     */
    boolean maintenanceWanted(NodeConditions marks) {
      return !marks.of(maintenanceType).isFalseOrAbsent()
          || !marks.of(ConditionTypes.HARDWARE).isFalseOrAbsent();
    }
  }

  static SlurmNodePlan of(Drained node, Rules rules) {
    return switch (node.reason) {
      case KILL_TASK_FAILED, REBOOT -> reboot(node);
      case REPLACEMENT ->
          rules.maintenanceWanted(node.marks)
              ? new Leave("its machine is to be replaced")
              : undrain(node, "no maintenance is announced");
      case HARDWARE_PROBLEM -> replace(node, rules);
      case NODE_PROBLEM -> {
        if (!rules.replacement) {
          yield new Leave("node replacement is off");
        }
        try {
          NodeProblem.parse(node.text);
        } catch (IllegalArgumentException e) {
          yield new Leave(String.valueOf(e.getMessage()));
        }
        yield replace(node, rules);
      }
      case USER_PROBLEM -> new Leave("its user has to mend it");
    };
  }

  private static SlurmNodePlan reboot(Drained node) {
    ConditionState degraded = node.marks.of(ConditionTypes.DEGRADED);
    if (!degraded.isPresent()) {
      return new Reboot();
    }
    if (!degraded.isFalseOrAbsent()) {
      return new Leave("a reboot of its machine is under way");
    }
    // Slurm tells whole seconds, as conditions do; in doubt it is rebooted once more.
    return node.drainedAt.isPresent() && node.drainedAt.get().isBefore(degraded.since())
        ? undrain(node, "its machine was rebooted after the drain")
        : new Reboot();
  }

  private static SlurmNodePlan replace(Drained node, Rules rules) {
    if (!rules.replacement) {
      return new Leave("node replacement is off");
    }
    if (node.drainedAt.isPresent() && isAnotherMachine(node, node.drainedAt.get())) {
      return undrain(node, "it was drained on another machine");
    }
    return node.marks.of(ConditionTypes.HARDWARE).isTrue()
        ? new Leave("its machine is reported already")
        : new Suspect(node.comment);
  }

  private static boolean isAnotherMachine(Drained node, Instant drainedAt) {
    return drainedAt.isBefore(node.createdAt)
        || node.assignedAt.filter(time -> time.isAfter(drainedAt)).isPresent();
  }

  /** A node is undrained only while no action on its Kubernetes node is pending. */
  private static SlurmNodePlan undrain(Drained node, String why) {
    for (String type :
        List.of(
            ConditionTypes.DEGRADED,
            ConditionTypes.MAINTENANCE,
            ConditionTypes.HARDWARE,
            ConditionTypes.DRAIN,
            ConditionTypes.REBOOT)) {
      if (!node.marks.of(type).isFalseOrAbsent()) {
        return new Leave(why + ", but " + type + " is not over");
      }
    }
    return new Undrain(why);
  }
}
