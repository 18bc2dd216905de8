package io.coxswain.slurm.rebooter;

import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionState;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import java.time.Instant;

/** The action that the conditions of a node require, given its boot time. */
enum RebooterPlan {
  /** Nothing. */
  REST,
  /** Drive its pods off. */
  DRAIN,
  /** Drive its pods off, then reboot it. */
  REBOOT,
  /** It has booted since the request: admit pods again and report it. */
  REBOOTED,
  /** The drain was taken back: let pods come again. */
  RETURN;

  /**
   * @param bootedAt read only if a reboot is requested
   * @param ours whether it has the NoExecute taint
   */
  static RebooterPlan of(NodeConditions marks, Instant bootedAt, boolean ours) {
    ConditionState drain = marks.of(ConditionTypes.DRAIN);
    if (asksForReboot(marks)) {
      return bootedAt.isBefore(marks.of(ConditionTypes.REBOOT).since()) ? REBOOT : REBOOTED;
    }
    if (drain.isTrue()) {
      return DRAIN;
    }
    // Upstream leaves the machine closed when maintenance is called off.
    return drain.status() == ConditionState.Status.FALSE && ours ? RETURN : REST;
  }

  static boolean asksForReboot(NodeConditions marks) {
    return marks.of(ConditionTypes.REBOOT).isTrueBut(ConditionChange.REBOOTED);
  }
}
