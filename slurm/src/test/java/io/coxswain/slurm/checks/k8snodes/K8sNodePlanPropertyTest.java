package io.coxswain.slurm.checks.k8snodes;

import static io.coxswain.slurm.checks.MarksArbitrary.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.slurm.checks.MarksArbitrary;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Action;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Ask;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Delete;
import io.coxswain.slurm.checks.k8snodes.K8sNodePlan.Say;
import io.coxswain.slurm.marks.MarkChange;
import io.coxswain.slurm.marks.MarkType;
import io.coxswain.slurm.marks.Marks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class K8sNodePlanPropertyTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(15);

  @Provide
  Arbitrary<Marks> marks() {
    return MarksArbitrary.marks();
  }

  private static List<Action> plan(Marks marks, boolean ignored, boolean deletes, Instant now) {
    return K8sNodePlan.of(
            marks,
            ignored,
            new K8sNodePlan.Rules(deletes ? Optional.of(TIMEOUT) : Optional.empty()),
            now)
        .actions();
  }

  @Property
  void aMachineIsRemovedOnlyWhenDrainedForMaintenanceOrSilentForTooLong(
      @ForAll("marks") Marks marks, @ForAll boolean ignored, @ForAll boolean deletes) {
    for (Action action : plan(marks, ignored, deletes, NOON)) {
      if (action instanceof Delete delete) {
        boolean drained =
            marks.of(MarkType.MAINTENANCE).isTrue()
                && !marks.of(MarkType.DRAIN).isFalseOrAbsent()
                && marks.of(MarkType.DRAIN).reason().equals(MarkChange.DRAINED)
                && !ignored;
        boolean silent =
            deletes
                && marks.of(MarkType.READY).isPresent()
                && !marks.of(MarkType.READY).isTrue()
                && !marks.of(MarkType.READY).since().plus(TIMEOUT).isAfter(NOON);
        assertThat(delete.silent() ? silent : drained).isTrue();
      }
    }
  }

  @Property
  void nothingIsAskedForThatIsAskedForAlready(
      @ForAll("marks") Marks marks, @ForAll boolean ignored) {
    for (Action action : plan(marks, ignored, false, NOON)) {
      if (action instanceof Ask(MarkChange change, var reason)) {
        assertThat(marks.of(change.type()).isFalseOrAbsent()).isTrue();
        assertThat(change.status()).isTrue();
        assertThat(ignored && change.type().equals(MarkType.DRAIN)).isFalse();
      }
    }
  }

  /** What is done is done: marks that nobody else changes come to rest within a few looks. */
  @Property
  void comesToRest(@ForAll("marks") Marks marks, @ForAll boolean ignored) {
    Marks now = marks;
    Instant time = NOON;
    int looks = 0;
    while (true) {
      var changes = new ArrayList<MarkChange>();
      for (Action action : plan(now, ignored, false, time)) {
        switch (action) {
          case Say(List<MarkChange> said) -> changes.addAll(said);
          case Ask(MarkChange asked, var reason) -> changes.add(asked);
          case Delete delete -> {
            return; // nothing is left to look at
          }
        }
      }
      Marks before = now;
      time = time.plusSeconds(60);
      for (MarkChange change : changes) {
        now = now.with(change, time);
      }
      if (now.equals(before)) {
        return;
      }
      assertThat(++looks).as("%s", now).isLessThan(6);
    }
  }

  @Property
  void marksOfAFinishedRebootAreTakenBackTogether(@ForAll("marks") Marks marks) {
    Marks rebooted = marks.with(MarkChange.rebooting(), NOON).with(MarkChange.rebooted(), NOON);

    assertThat(plan(rebooted, true, false, NOON)).containsExactly(new Say(MarkChange.allOver()));
  }
}
