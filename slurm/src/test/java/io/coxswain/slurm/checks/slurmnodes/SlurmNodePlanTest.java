package io.coxswain.slurm.checks.slurmnodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Drained;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Leave;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Reboot;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Rules;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Suspect;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Undrain;
import io.coxswain.slurm.drain.DrainReason;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SlurmNodePlanTest {
  private static final Instant DRAINED = Instant.parse("2026-01-01T12:00:00Z");
  private static final Rules RULES = new Rules(true, ConditionTypes.MAINTENANCE_SCHEDULED);
  private static final NodeConditions NONE = new NodeConditions(new TreeMap<>());

  private static Drained drained(DrainReason reason, NodeConditions marks) {
    return drained(reason, marks, DRAINED.minusSeconds(60), Optional.of(DRAINED.minusSeconds(60)));
  }

  private static Drained drained(
      DrainReason reason, NodeConditions marks, Instant created, Optional<Instant> assigned) {
    return new Drained(
        reason,
        reason.text() + " gpu_check: ecc",
        Optional.of(DRAINED),
        "comment",
        marks,
        created,
        assigned);
  }

  private static SlurmNodePlan plan(DrainReason reason, NodeConditions marks) {
    return SlurmNodePlan.of(drained(reason, marks), RULES);
  }

  @Test
  void rebootsOnceAndUndrainsAfterwards() {
    ConditionChange over = ConditionChange.over(ConditionTypes.DEGRADED);

    for (DrainReason reason :
        new DrainReason[] {DrainReason.KILL_TASK_FAILED, DrainReason.REBOOT}) {
      assertThat(plan(reason, NONE)).isEqualTo(new Reboot());
      assertThat(plan(reason, NONE.with(ConditionChange.degraded(), DRAINED)))
          .isEqualTo(new Leave("a reboot of its machine is under way"));
      assertThat(plan(reason, NONE.with(over, DRAINED))).isEqualTo(new Reboot());
      assertThat(plan(reason, NONE.with(over, DRAINED.plusSeconds(1))))
          .isEqualTo(new Undrain("its machine was rebooted after the drain"));
    }
    Drained unknown =
        new Drained(
            DrainReason.REBOOT,
            "x",
            Optional.empty(),
            "",
            NONE.with(over, DRAINED.plusSeconds(1)),
            DRAINED,
            Optional.empty());
    assertThat(SlurmNodePlan.of(unknown, RULES)).isEqualTo(new Reboot());
  }

  @Test
  void aNodeToBeReplacedIsUndrainedWhenThatIsCalledOff() {
    var scheduled =
        new ConditionChange(ConditionTypes.MAINTENANCE_SCHEDULED, true, "Scheduled", "");

    assertThat(plan(DrainReason.REPLACEMENT, NONE.with(scheduled, DRAINED)))
        .isEqualTo(new Leave("its machine is to be replaced"));
    assertThat(
            plan(
                DrainReason.REPLACEMENT, NONE.with(ConditionChange.hardwareSuspected(""), DRAINED)))
        .isEqualTo(new Leave("its machine is to be replaced"));
    assertThat(plan(DrainReason.REPLACEMENT, NONE))
        .isEqualTo(new Undrain("no maintenance is announced"));
    assertThat(plan(DrainReason.REPLACEMENT, NONE.with(ConditionChange.draining(), DRAINED)))
        .isEqualTo(new Leave("no maintenance is announced, but SlurmNodeDrain is not over"));
  }

  @Test
  void aBrokenMachineIsReportedOnce() {
    for (DrainReason reason :
        new DrainReason[] {DrainReason.HARDWARE_PROBLEM, DrainReason.NODE_PROBLEM}) {
      assertThat(plan(reason, NONE)).isEqualTo(new Suspect("comment"));
      assertThat(plan(reason, NONE.with(ConditionChange.hardwareSuspected("ecc"), DRAINED)))
          .isEqualTo(new Leave("its machine is reported already"));
      assertThat(SlurmNodePlan.of(drained(reason, NONE), new Rules(false, "x")))
          .isEqualTo(new Leave("node replacement is off"));
    }
  }

  @Test
  void aDrainOnAnotherMachineIsOver() {
    var undrain = new Undrain("it was drained on another machine");

    assertThat(
            SlurmNodePlan.of(
                drained(
                    DrainReason.HARDWARE_PROBLEM, NONE, DRAINED.plusSeconds(1), Optional.empty()),
                RULES))
        .isEqualTo(undrain);
    assertThat(
            SlurmNodePlan.of(
                drained(
                    DrainReason.HARDWARE_PROBLEM,
                    NONE,
                    DRAINED,
                    Optional.of(DRAINED.plusSeconds(1))),
                RULES))
        .isEqualTo(undrain);
    assertThat(
            SlurmNodePlan.of(
                drained(DrainReason.HARDWARE_PROBLEM, NONE, DRAINED, Optional.of(DRAINED)), RULES))
        .isEqualTo(new Suspect("comment"));
  }

  @Test
  void aReasonThatNamesNoCheckIsLeftWithTheProblem() {
    Drained node =
        new Drained(
            DrainReason.NODE_PROBLEM,
            "[node_problem] unknown",
            Optional.of(DRAINED),
            "",
            NONE,
            DRAINED,
            Optional.empty());

    assertThat(SlurmNodePlan.of(node, RULES))
        .isEqualTo(new Leave("drain reason \"[node_problem] unknown\" is not \"name: message\""));
  }

  @Test
  void problemsOfUsersAreLeftToThem() {
    assertThat(plan(DrainReason.USER_PROBLEM, NONE))
        .isEqualTo(new Leave("its user has to mend it"));
  }
}
