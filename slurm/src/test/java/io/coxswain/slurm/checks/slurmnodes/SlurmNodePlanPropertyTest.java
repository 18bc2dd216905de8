package io.coxswain.slurm.checks.slurmnodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.coxswain.slurm.checks.MarksArbitrary;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Drained;
import io.coxswain.slurm.checks.slurmnodes.SlurmNodePlan.Rules;
import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.drain.DrainReason;
import io.coxswain.slurm.marks.ConditionChange;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlurmNodePlanPropertyTest {
  private static final Rules RULES = new Rules(true, ConditionTypes.MAINTENANCE_SCHEDULED);

  @Provide
  Arbitrary<Drained> drained() {
    return Combinators.combine(
            Arbitraries.of(DrainReason.class),
            MarksArbitrary.time().optional(),
            MarksArbitrary.marks(),
            MarksArbitrary.time(),
            MarksArbitrary.time().optional())
        .as(
            (reason, at, marks, created, assigned) ->
                new Drained(reason, reason.text() + " x: y", at, "c", marks, created, assigned));
  }

  @Property
  void undrainsANodeOnlyWhileNoActionIsRequested(@ForAll("drained") Drained node) {
    if (SlurmNodePlan.of(node, RULES) instanceof SlurmNodePlan.Undrain) {
      for (String type :
          List.of(
              ConditionTypes.DEGRADED,
              ConditionTypes.MAINTENANCE,
              ConditionTypes.HARDWARE,
              ConditionTypes.DRAIN,
              ConditionTypes.REBOOT)) {
        assertThat(node.marks().of(type).isFalseOrAbsent()).as(type).isTrue();
      }
      assertThat(node.reason()).isNotEqualTo(DrainReason.USER_PROBLEM);
    }
  }

  @Property
  void ignoresProblemsWhenReplacementIsDisabled(@ForAll("drained") Drained node) {
    var off = new Rules(false, ConditionTypes.MAINTENANCE_SCHEDULED);
    if (node.reason() == DrainReason.HARDWARE_PROBLEM
        || node.reason() == DrainReason.NODE_PROBLEM) {
      assertThat(SlurmNodePlan.of(node, off)).isInstanceOf(SlurmNodePlan.Leave.class);
    }
  }

  @Property
  void requestsOneRebootPerDrain(@ForAll("drained") Drained node) {
    if (SlurmNodePlan.of(node, RULES) instanceof SlurmNodePlan.Reboot) {
      Instant later = MarksArbitrary.NOON.plusSeconds(60);
      NodeConditions marked = node.marks().with(ConditionChange.degraded(), later);
      assertThat(
              SlurmNodePlan.of(
                  new Drained(
                      node.reason(),
                      node.text(),
                      node.drainedAt(),
                      "",
                      marked,
                      node.createdAt(),
                      node.assignedAt()),
                  RULES))
          .isInstanceOf(SlurmNodePlan.Leave.class);
    }
  }

  @Property
  void anyTrueConditionAnnouncesMaintenance(@ForAll("drained") Drained node) {
    boolean wanted =
        !node.marks().of(ConditionTypes.MAINTENANCE_SCHEDULED).isFalseOrAbsent()
            || !node.marks().of(ConditionTypes.HARDWARE).isFalseOrAbsent();

    assertThat(RULES.maintenanceWanted(node.marks())).isEqualTo(wanted);
  }

  @Property
  void problemNamesAreValidReasonsOrRejected(@ForAll String text) {
    try {
      NodeProblem problem = NodeProblem.parse(text);
      assertThat(problem.name()).matches("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
      assertThat(problem.name().length()).isLessThanOrEqualTo(1024);
      assertThat(text).contains(": ");
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).contains("drain reason");
    }
  }

  @Test
  void readsProblems() {
    assertThat(NodeProblem.parse("[node_problem] gpu_check: ecc: two"))
        .isEqualTo(new NodeProblem("gpuCheck", "ecc: two"));
    assertThat(NodeProblem.camelCase("All-Reduce 8xH100 in_docker"))
        .isEqualTo("allReduceXh100InDocker");
    assertThat(NodeProblem.camelCase("GPUCheck")).isEqualTo("gPUCheck");
    assertThat(NodeProblem.camelCase("123")).isEmpty();
    assertThatThrownBy(() -> NodeProblem.parse("[node_problem] no colon"))
        .hasMessageContaining("name: message");
    assertThatThrownBy(() -> NodeProblem.parse("[node_problem] 42: x"))
        .hasMessageContaining("does not name a check");
  }

  @Test
  void theFirstKnownReasonCounts() {
    assertThat(DrainReason.in("[hardware_problem] Kill task failed"))
        .contains(DrainReason.KILL_TASK_FAILED);
    assertThat(DrainReason.in("x [user_problem] [node_problem]"))
        .contains(DrainReason.NODE_PROBLEM);
    assertThat(DrainReason.in("ask Ann")).isEmpty();
  }

  @Property
  void aDrainKeepsItsOriginalReason(
      @ForAll DrainReason wanted, @ForAll String text, @ForAll boolean drained) {
    SlurmNode node =
        drained
            ? SlurmNode.named("n")
                .withStates(NodeState.IDLE, NodeState.DRAIN)
                .withReason(text, MarksArbitrary.NOON)
            : SlurmNode.named("n");
    boolean news = wanted.supersedes(node);

    assertThat(news).isEqualTo(!drained || (news && DrainReason.in(text).isPresent()));
    if (drained && DrainReason.in(text).equals(Optional.of(DrainReason.HARDWARE_PROBLEM))) {
      assertThat(DrainReason.REBOOT.supersedes(node)).isFalse();
      assertThat(DrainReason.REPLACEMENT.supersedes(node)).isTrue();
    }
  }
}
