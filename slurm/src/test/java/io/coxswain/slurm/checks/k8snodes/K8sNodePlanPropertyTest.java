package io.coxswain.slurm.checks.k8snodes;

import static io.coxswain.slurm.checks.MarksArbitrary.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.coxswain.slurm.checks.MarksArbitrary;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Action;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Ask;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Delete;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Say;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class K8sNodePlanPropertyTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(15);

  @Provide
  Arbitrary<NodeConditions> marks() {
    return MarksArbitrary.marks();
  }

  private static List<Action> plan(
      NodeConditions marks, boolean ignored, boolean deletes, Instant now) {
    return K8sNodePlan.of(
            marks,
            ignored,
            new K8sNodePlan.Rules(deletes ? Optional.of(TIMEOUT) : Optional.empty()),
            now)
        .actions();
  }

  @Property
  void deletesANodeOnlyIfDrainedForMaintenanceOrSilentForTooLong(
      @ForAll("marks") NodeConditions marks, @ForAll boolean ignored, @ForAll boolean deletes) {
    for (Action action : plan(marks, ignored, deletes, NOON)) {
      if (action instanceof Delete delete) {
        boolean drained =
            marks.of(ConditionTypes.MAINTENANCE).isTrue()
                && !marks.of(ConditionTypes.DRAIN).isFalseOrAbsent()
                && marks.of(ConditionTypes.DRAIN).reason().equals(ConditionChange.DRAINED)
                && !ignored;
        boolean silent =
            deletes
                && marks.of(ConditionTypes.READY).isPresent()
                && !marks.of(ConditionTypes.READY).isTrue()
                && !marks.of(ConditionTypes.READY).since().plus(TIMEOUT).isAfter(NOON);
        assertThat(delete.silent() ? silent : drained).isTrue();
      }
    }
  }

  @Property
  void requestsNothingTwice(@ForAll("marks") NodeConditions marks, @ForAll boolean ignored) {
    for (Action action : plan(marks, ignored, false, NOON)) {
      if (action instanceof Ask(ConditionChange change, var reason)) {
        assertThat(marks.of(change.type()).isFalseOrAbsent()).isTrue();
        assertThat(change.status()).isTrue();
        assertThat(ignored && change.type().equals(ConditionTypes.DRAIN)).isFalse();
      }
    }
  }

  /** What is done is done: marks that nobody else changes come to rest within a few looks. */
  @Property
  void converges(@ForAll("marks") NodeConditions marks, @ForAll boolean ignored) {
    NodeConditions now = marks;
    Instant time = NOON;
    int looks = 0;
    while (true) {
      var changes = new ArrayList<ConditionChange>();
      for (Action action : plan(now, ignored, false, time)) {
        switch (action) {
          case Say(List<ConditionChange> said) -> changes.addAll(said);
          case Ask(ConditionChange asked, var reason) -> changes.add(asked);
          case Delete delete -> {
            return; // nothing is left to look at
          }
        }
      }
      NodeConditions before = now;
      time = time.plusSeconds(60);
      for (ConditionChange change : changes) {
        now = now.with(change, time);
      }
      if (now.equals(before)) {
        return;
      }
      assertThat(++looks).as("%s", now).isLessThan(6);
    }
  }

  @Property
  void clearsConditionsOfAFinishedRebootTogether(@ForAll("marks") NodeConditions marks) {
    NodeConditions rebooted =
        marks.with(ConditionChange.rebooting(), NOON).with(ConditionChange.rebooted(), NOON);

    assertThat(plan(rebooted, true, false, NOON))
        .containsExactly(new Say(ConditionChange.allOver()));
  }
}
