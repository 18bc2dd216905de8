package io.coxswain.slurm.rebooter;

import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionState;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import java.time.Instant;

/** What the conditions of a machine call for, given when it booted. */
enum RebooterPlan {
  /** Nothing. */
  REST,
  /** Drive its pods off. */
  DRAIN,
  /** Drive its pods off, then reboot it. */
  REBOOT,
  /** It has booted since it was asked to: let pods come again and say so. */
  REBOOTED,
  /** The drain was taken back: let pods come again. */
  RETURN;

  /**
   * @param bootedAt looked at only if a reboot is asked for
   * @param ours whether it carries the taint that drives pods off
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
