package io.coxswain.slurm.rebooter;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.slurm.checks.MarksArbitrary;
import io.coxswain.slurm.marks.Mark;
import io.coxswain.slurm.marks.MarkChange;
import io.coxswain.slurm.marks.MarkType;
import io.coxswain.slurm.marks.Marks;
import java.time.Instant;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RebooterPlanPropertyTest {
  @Provide
  Arbitrary<Marks> marks() {
    return MarksArbitrary.marks();
  }

  @Provide
  Arbitrary<Instant> time() {
    return MarksArbitrary.time();
  }

  @Property
  void rebootsOnlyWhenAskedAndNotBootedSince(
      @ForAll("marks") Marks marks, @ForAll("time") Instant bootedAt, @ForAll boolean ours) {
    Mark reboot = marks.of(MarkType.REBOOT);
    RebooterPlan plan = RebooterPlan.of(marks, bootedAt, ours);
    boolean asked = reboot.isTrue() && !reboot.reason().equals(MarkChange.REBOOTED);

    assertThat(plan == RebooterPlan.REBOOT).isEqualTo(asked && bootedAt.isBefore(reboot.since()));
    assertThat(plan == RebooterPlan.REBOOTED)
        .isEqualTo(asked && !bootedAt.isBefore(reboot.since()));
    if (plan == RebooterPlan.DRAIN) {
      assertThat(marks.of(MarkType.DRAIN).isTrue()).isTrue();
    }
    if (!marks.of(MarkType.DRAIN).isPresent() && !reboot.isPresent()) {
      assertThat(plan).as("nobody asked").isEqualTo(RebooterPlan.REST);
    }
  }

  @Property
  void oneConditionLeadsToOneReboot(
      @ForAll("marks") Marks marks, @ForAll("time") Instant bootedAt) {
    if (RebooterPlan.of(marks, bootedAt, true) == RebooterPlan.REBOOT) {
      Instant commanded = MarksArbitrary.NOON.plusSeconds(10);
      Marks rebooting = marks.with(MarkChange.rebooting(), commanded);
      Instant booted = commanded.plusSeconds(60);
      assertThat(RebooterPlan.of(rebooting, booted, true)).isEqualTo(RebooterPlan.REBOOTED);
      Marks rebooted =
          rebooting.with(MarkChange.undrained(), booted).with(MarkChange.rebooted(), booted);
      assertThat(RebooterPlan.of(rebooted, booted, false)).isEqualTo(RebooterPlan.REST);
    }
  }
}
