package io.coxswain.slurm.checks.k8snodes;

import io.coxswain.slurm.drain.DrainReason;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionState;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The actions that the conditions of a node require.
 *
 * @param actions in order; the first that fails ends the reconcile
 * @param lookAgain when time alone may change the result
 */
record K8sNodePlan(List<Action> actions, Optional<Duration> lookAgain) {

  /** One thing to do. */
  sealed interface Action {}

  /** Sets conditions that do not disrupt workloads. */
  record Say(List<ConditionChange> changes) implements Action {}

  /** Requests a disruptive action once Slurm runs no job on the node. */
  record Ask(ConditionChange change, DrainReason reason) implements Action {}

  /**
   * Deletes the Node, once no Slurm node on it is in use.
   *
   * @param silent whether the node is unresponsive, so that pods which have not started will not
   *     start
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
   * @param ignored whether the node is one that is never drained
   */
  static K8sNodePlan of(NodeConditions marks, boolean ignored, Rules rules, Instant now) {
    var actions = new ArrayList<Action>();
    if (!ignored) {
      drain(marks).ifPresent(actions::add);
    }
    reboot(marks).ifPresent(actions::add);
    ConditionState ready = marks.of(ConditionTypes.READY);
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

  private static Optional<Action> drain(NodeConditions marks) {
    ConditionState drain = marks.of(ConditionTypes.DRAIN);
    ConditionState maintenance = marks.of(ConditionTypes.MAINTENANCE);
    boolean suspected = marks.of(ConditionTypes.HARDWARE).isTrue();
    if (drain.isFalseOrAbsent()) {
      if (suspected) {
        return Optional.of(new Ask(ConditionChange.drainForHardware(), DrainReason.REPLACEMENT));
      }
      return maintenance.isFalseOrAbsent()
          ? Optional.empty()
          : Optional.of(new Ask(ConditionChange.drainForMaintenance(), DrainReason.REPLACEMENT));
    }
    boolean drained = drain.reason().equals(ConditionChange.DRAINED);
    if (drained && maintenance.isTrue()) {
      return Optional.of(new Delete("it is drained for maintenance", false));
    }
    // A node that waits for a replacement or a reboot still needs the drain: it would only be
    // requested again.
    boolean needed =
        suspected || marks.of(ConditionTypes.REBOOT).isTrueBut(ConditionChange.REBOOTED);
    return !needed && (drained || isCalledOff(maintenance, drain))
        ? Optional.of(new Say(List.of(ConditionChange.over(ConditionTypes.DRAIN))))
        : Optional.empty(); // the rebooter is handling it
  }

  /** Whether the maintenance that caused the drain has ended. */
  private static boolean isCalledOff(ConditionState maintenance, ConditionState drain) {
    return maintenance.status() == ConditionState.Status.FALSE
        && maintenance.reason().equals(ConditionChange.UNDRAINED)
        && !drain.since().isAfter(maintenance.since());
  }

  private static Optional<Action> reboot(NodeConditions marks) {
    ConditionState reboot = marks.of(ConditionTypes.REBOOT);
    ConditionState degraded = marks.of(ConditionTypes.DEGRADED);
    if (reboot.isFalseOrAbsent()) {
      if (degraded.isFalseOrAbsent()) {
        return Optional.empty();
      }
      if (reboot.since().isBefore(degraded.since())) {
        return Optional.of(new Ask(ConditionChange.rebootForDegraded(), DrainReason.REBOOT));
      }
    }
    return reboot.reason().equals(ConditionChange.REBOOTED)
        ? Optional.of(new Say(ConditionChange.allOver()))
        : Optional.empty();
  }
}
