package io.coxswain.slurm.checks.k8snodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Ask;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Delete;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Say;
import io.coxswain.slurm.drain.DrainReason;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionState;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class K8sNodePlanTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private static NodeConditions marks(ConditionChange... changes) {
    var marks = new NodeConditions(new TreeMap<>());
    Instant time = NOW.minusSeconds(100);
    for (ConditionChange change : changes) {
      marks = marks.with(change, time);
      time = time.plusSeconds(1);
    }
    return marks;
  }

  private static K8sNodePlan plan(NodeConditions marks, boolean ignored) {
    return K8sNodePlan.of(marks, ignored, new K8sNodePlan.Rules(Optional.empty()), NOW);
  }

  private static List<K8sNodePlan.Action> actions(ConditionChange... changes) {
    return plan(marks(changes), false).actions();
  }

  @Test
  void aHealthyNodeIsLeft() {
    assertThat(actions()).isEmpty();
    assertThat(actions(ConditionChange.undrained())).isEmpty();
  }

  @Test
  void drainsForSuspectedHardwareAndForMaintenance() {
    var hardware = new Ask(ConditionChange.drainForHardware(), DrainReason.REPLACEMENT);
    var maintenance = new Ask(ConditionChange.drainForMaintenance(), DrainReason.REPLACEMENT);

    assertThat(actions(ConditionChange.hardwareSuspected("ecc"))).containsExactly(hardware);
    assertThat(actions(ConditionChange.maintenance())).containsExactly(maintenance);
    assertThat(actions(ConditionChange.maintenance(), ConditionChange.hardwareSuspected("ecc")))
        .containsExactly(hardware);
    assertThat(plan(marks(ConditionChange.maintenance()), true).actions()).isEmpty();
  }

  @Test
  void deletesANodeThatIsDrainedForMaintenance() {
    assertThat(actions(ConditionChange.maintenance(), ConditionChange.drained()))
        .containsExactly(new Delete("it is drained for maintenance", false));
    assertThat(actions(ConditionChange.maintenance(), ConditionChange.draining())).isEmpty();
  }

  @Test
  void endsADrainThatNothingNeeds() {
    var over = new Say(List.of(ConditionChange.over(ConditionTypes.DRAIN)));

    assertThat(actions(ConditionChange.drained())).containsExactly(over);
    assertThat(actions(ConditionChange.draining())).isEmpty();
    assertThat(actions(ConditionChange.hardwareSuspected("ecc"), ConditionChange.drained()))
        .isEmpty();
    assertThat(actions(ConditionChange.drained(), ConditionChange.rebooting())).isEmpty();
  }

  @Test
  void endsADrainWhoseMaintenanceWasCalledOff() {
    assertThat(actions(ConditionChange.draining(), ConditionChange.noMaintenance()))
        .containsExactly(new Say(List.of(ConditionChange.over(ConditionTypes.DRAIN))));
    assertThat(actions(ConditionChange.noMaintenance(), ConditionChange.draining())).isEmpty();
    assertThat(
            actions(ConditionChange.draining(), ConditionChange.over(ConditionTypes.MAINTENANCE)))
        .isEmpty();
  }

  @Test
  void rebootsADegradedNodeOnce() {
    var reboot = new Ask(ConditionChange.rebootForDegraded(), DrainReason.REBOOT);

    assertThat(actions(ConditionChange.degraded())).containsExactly(reboot);
    assertThat(actions(ConditionChange.over(ConditionTypes.REBOOT), ConditionChange.degraded()))
        .containsExactly(reboot);
    assertThat(actions(ConditionChange.degraded(), ConditionChange.rebooting())).isEmpty();
    assertThat(actions(ConditionChange.degraded(), ConditionChange.over(ConditionTypes.REBOOT)))
        .containsExactly(new Say(ConditionChange.allOver()));
    assertThat(actions(ConditionChange.rebooted()))
        .containsExactly(new Say(ConditionChange.allOver()));
  }

  private static K8sNodePlan silent(ConditionState.Status status, Duration time) {
    var ready = new TreeMap<String, ConditionState>();
    ready.put(ConditionTypes.READY, new ConditionState(status, "", NOW.minus(time)));
    return K8sNodePlan.of(
        new NodeConditions(ready),
        true,
        new K8sNodePlan.Rules(Optional.of(Duration.ofMinutes(15))),
        NOW);
  }

  @Test
  void deletesANodeThatIsSilentForTooLong() {
    K8sNodePlan early = silent(ConditionState.Status.UNKNOWN, Duration.ofMinutes(14));
    assertThat(early.actions()).isEmpty();
    assertThat(early.lookAgain()).contains(Duration.ofSeconds(90));
    K8sNodePlan late = silent(ConditionState.Status.FALSE, Duration.ofMinutes(15));
    assertThat(late.actions())
        .containsExactly(new Delete("it has not been ready for too long", true));
    assertThat(late.lookAgain()).isEmpty();
    K8sNodePlan ready = silent(ConditionState.Status.TRUE, Duration.ofHours(1));
    assertThat(ready.actions()).isEmpty();
    assertThat(ready.lookAgain()).isEmpty();
  }
}
