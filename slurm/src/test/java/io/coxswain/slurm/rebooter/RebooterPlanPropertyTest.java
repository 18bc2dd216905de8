package io.coxswain.slurm.rebooter;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.coxswain.slurm.checks.MarksArbitrary;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionState;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import java.time.Instant;

class RebooterPlanPropertyTest {
  @Provide
  Arbitrary<NodeConditions> marks() {
    return MarksArbitrary.marks();
  }

  @Provide
  Arbitrary<Instant> time() {
    return MarksArbitrary.time();
  }

  @Property
  void rebootsOnlyOnRequestAndIfNotBootedSince(
      @ForAll("marks") NodeConditions marks,
      @ForAll("time") Instant bootedAt,
      @ForAll boolean ours) {
    ConditionState reboot = marks.of(ConditionTypes.REBOOT);
    RebooterPlan plan = RebooterPlan.of(marks, bootedAt, ours);
    boolean asked = reboot.isTrue() && !reboot.reason().equals(ConditionChange.REBOOTED);

    assertThat(plan == RebooterPlan.REBOOT).isEqualTo(asked && bootedAt.isBefore(reboot.since()));
    assertThat(plan == RebooterPlan.REBOOTED)
        .isEqualTo(asked && !bootedAt.isBefore(reboot.since()));
    if (plan == RebooterPlan.DRAIN) {
      assertThat(marks.of(ConditionTypes.DRAIN).isTrue()).isTrue();
    }
    if (!marks.of(ConditionTypes.DRAIN).isPresent() && !reboot.isPresent()) {
      assertThat(plan).as("nobody asked").isEqualTo(RebooterPlan.REST);
    }
  }

  @Property
  void oneConditionLeadsToOneReboot(
      @ForAll("marks") NodeConditions marks, @ForAll("time") Instant bootedAt) {
    if (RebooterPlan.of(marks, bootedAt, true) == RebooterPlan.REBOOT) {
      Instant commanded = MarksArbitrary.NOON.plusSeconds(10);
      NodeConditions rebooting = marks.with(ConditionChange.rebooting(), commanded);
      Instant booted = commanded.plusSeconds(60);
      assertThat(RebooterPlan.of(rebooting, booted, true)).isEqualTo(RebooterPlan.REBOOTED);
      NodeConditions rebooted =
          rebooting
              .with(ConditionChange.undrained(), booted)
              .with(ConditionChange.rebooted(), booted);
      assertThat(RebooterPlan.of(rebooted, booted, false)).isEqualTo(RebooterPlan.REST);
    }
  }
}
