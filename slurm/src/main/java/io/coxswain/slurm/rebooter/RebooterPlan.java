package io.coxswain.slurm.rebooter;

import io.coxswain.slurm.marks.Mark;
import io.coxswain.slurm.marks.MarkChange;
import io.coxswain.slurm.marks.MarkType;
import io.coxswain.slurm.marks.Marks;
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
  static RebooterPlan of(Marks marks, Instant bootedAt, boolean ours) {
    Mark drain = marks.of(MarkType.DRAIN);
    if (asksForReboot(marks)) {
      return bootedAt.isBefore(marks.of(MarkType.REBOOT).since()) ? REBOOT : REBOOTED;
    }
    if (drain.isTrue()) {
      return DRAIN;
    }
    // Upstream leaves the machine closed when maintenance is called off.
    return drain.status() == Mark.Status.FALSE && ours ? RETURN : REST;
  }

  static boolean asksForReboot(Marks marks) {
    return marks.of(MarkType.REBOOT).isTrueBut(MarkChange.REBOOTED);
  }
}
