package io.coxswain.slurm.checks.k8snodes;

import io.coxswain.slurm.checks.drain.DrainReason;
import io.coxswain.slurm.marks.Mark;
import io.coxswain.slurm.marks.MarkChange;
import io.coxswain.slurm.marks.MarkType;
import io.coxswain.slurm.marks.Marks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the conditions of a machine call for.
 *
 * @param actions in order; the first that cannot be done ends the pass
 * @param lookAgain when time alone may change the answer
 */
record K8sNodePlan(List<Action> actions, Optional<Duration> lookAgain) {

  /** One thing to do. */
  sealed interface Action {}

  /** Sets conditions that take nothing from anybody. */
  record Say(List<MarkChange> changes) implements Action {}

  /** Asks for something that ends what runs there, once Slurm has nothing there any more. */
  record Ask(MarkChange change, DrainReason reason) implements Action {}

  /**
   * Removes the Node, once Slurm has nothing there any more.
   *
   * @param silent the machine says nothing, so what has not begun to run there will not
   */
  record Delete(String why, boolean silent) implements Action {}

  /**
   * How the program is set up.
   *
   * @param notReadyTimeout after which a silent Node is deleted; empty for never
   */
  record Rules(Optional<Duration> notReadyTimeout) {}

  /** A little late rather than a little early. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  /**
   * @param ignored whether the machine is one that is never drained
   */
  static K8sNodePlan of(Marks marks, boolean ignored, Rules rules, Instant now) {
    var actions = new ArrayList<Action>();
    if (!ignored) {
      drain(marks).ifPresent(actions::add);
    }
    reboot(marks).ifPresent(actions::add);
    Mark ready = marks.of(MarkType.READY);
    Optional<Duration> lookAgain = Optional.empty();
    if (rules.notReadyTimeout.isPresent() && ready.isPresent() && !ready.isTrue()) {
      Duration left = rules.notReadyTimeout.get().minus(Duration.between(ready.since(), now));
      if (left.isPositive()) {
        lookAgain = Optional.of(left.plus(MARGIN));
      } else {
        actions.add(new Delete("it has not been ready for too long", true));
      }
    }
    return new K8sNodePlan(List.copyOf(actions), lookAgain);
  }

  private static Optional<Action> drain(Marks marks) {
    Mark drain = marks.of(MarkType.DRAIN);
    Mark maintenance = marks.of(MarkType.MAINTENANCE);
    boolean suspected = marks.of(MarkType.HARDWARE).isTrue();
    if (drain.isFalseOrAbsent()) {
      if (suspected) {
        return Optional.of(new Ask(MarkChange.drainForHardware(), DrainReason.REPLACEMENT));
      }
      return maintenance.isFalseOrAbsent()
          ? Optional.empty()
          : Optional.of(new Ask(MarkChange.drainForMaintenance(), DrainReason.REPLACEMENT));
    }
    boolean drained = drain.reason().equals(MarkChange.DRAINED);
    if (drained && maintenance.isTrue()) {
      return Optional.of(new Delete("it is drained for maintenance", false));
    }
    // Who waits for a replacement or a reboot still needs the drain: taking it back would only
    // have it asked for again.
    boolean needed = suspected || marks.of(MarkType.REBOOT).isTrueBut(MarkChange.REBOOTED);
    return !needed && (drained || isCalledOff(maintenance, drain))
        ? Optional.of(new Say(List.of(MarkChange.over(MarkType.DRAIN))))
        : Optional.empty(); // the rebooter is at it
  }

  /** Whether the maintenance ended that the drain was asked for. */
  private static boolean isCalledOff(Mark maintenance, Mark drain) {
    return maintenance.status() == Mark.Status.FALSE
        && maintenance.reason().equals(MarkChange.UNDRAINED)
        && !drain.since().isAfter(maintenance.since());
  }

  private static Optional<Action> reboot(Marks marks) {
    Mark reboot = marks.of(MarkType.REBOOT);
    Mark degraded = marks.of(MarkType.DEGRADED);
    if (reboot.isFalseOrAbsent()) {
      if (degraded.isFalseOrAbsent()) {
        return Optional.empty();
      }
      if (reboot.since().isBefore(degraded.since())) {
        return Optional.of(new Ask(MarkChange.rebootForDegraded(), DrainReason.REBOOT));
      }
    }
    return reboot.reason().equals(MarkChange.REBOOTED)
        ? Optional.of(new Say(MarkChange.allOver()))
        : Optional.empty();
  }
}
