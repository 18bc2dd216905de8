package io.coxswain.kube.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BudgetStatusTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");

  private static PodDisruptionBudget minAvailable(@Nullable IntOrString value) {
    return new PodDisruptionBudgetBuilder()
        .withNewMetadata()
        .withName("b")
        .withGeneration(1L)
        .endMetadata()
        .withNewSpec()
        .withMinAvailable(value)
        .endSpec()
        .build();
  }

  private static PodDisruptionBudget maxUnavailable(IntOrString value) {
    PodDisruptionBudget budget = minAvailable(value);
    budget.getSpec().setMinAvailable(null);
    budget.getSpec().setMaxUnavailable(value);
    return budget;
  }

  private static List<Pod> pods(int ready, int unready) {
    var pods = new ArrayList<Pod>();
    for (int i = 0; i < ready + unready; i++) {
      pods.add(
          new PodBuilder()
              .withNewMetadata()
              .withName("p" + i)
              .endMetadata()
              .withNewStatus()
              .withPhase("Running")
              .addNewCondition()
              .withType("Ready")
              .withStatus(i < ready ? "True" : "False")
              .endCondition()
              .endStatus()
              .build());
    }
    return pods;
  }

  private static PodDisruptionBudgetStatus status(
      PodDisruptionBudget budget, List<Pod> pods, int scale) {
    var status = new BudgetStatus(budget, pods, NOW);
    return status.to(status.aim(scale));
  }

  @Test
  void roundsPercentagesUp() {
    var half = status(minAvailable(new IntOrString("50%")), pods(6, 1), 7);
    assertThat(half.getDesiredHealthy()).isEqualTo(4);
    assertThat(half.getDisruptionsAllowed()).isEqualTo(2);
    assertThat(half.getExpectedPods()).isEqualTo(7);

    var third = status(maxUnavailable(new IntOrString("30%")), pods(7, 0), 7);
    assertThat(third.getDesiredHealthy()).isEqualTo(4);
    assertThat(third.getDisruptionsAllowed()).isEqualTo(3);
  }

  @Test
  void countsPodsForAPlainNumber() {
    var status = status(minAvailable(new IntOrString(3)), pods(3, 0), 0);

    assertThat(status.getExpectedPods()).isEqualTo(3);
    assertThat(status.getDisruptionsAllowed()).isZero();
    assertThat(status.getConditions().getFirst().getReason()).isEqualTo("InsufficientPods");
  }

  @Test
  void allowsNothingWhereNothingIsExpected() {
    var status = status(minAvailable(new IntOrString("0%")), pods(3, 0), 0);

    assertThat(status.getDisruptionsAllowed()).isZero();
  }

  @Test
  void waitsTwoMinutesForAPodWhoseEvictionWasGranted() {
    PodDisruptionBudget budget = minAvailable(new IntOrString(1));
    var present = new PodDisruptionBudgetStatus();
    present.setDisruptedPods(
        Map.of(
            "p0",
            "2026-01-01T00:09:00Z",
            "p1",
            "2026-01-01T00:07:59Z",
            "gone",
            "2026-01-01T00:09:00Z"));
    budget.setStatus(present);
    var status = new BudgetStatus(budget, pods(3, 0), NOW);

    assertThat(status.overdue()).extracting(p -> p.getMetadata().getName()).containsExactly("p1");
    assertThat(status.untilOverdue()).contains(Duration.ofMinutes(1));
    PodDisruptionBudgetStatus after = status.to(status.aim(0));
    assertThat(after.getDisruptedPods()).containsOnlyKeys("p0");
    assertThat(after.getCurrentHealthy()).isEqualTo(2);
    assertThat(after.getDisruptionsAllowed()).isEqualTo(1);
  }

  @Property
  void neverAllowsFewerHealthyPodsThanWanted(
      @ForAll @IntRange(max = 30) int ready,
      @ForAll @IntRange(max = 30) int unready,
      @ForAll @IntRange(max = 40) int scale,
      @ForAll @IntRange(max = 100) int percent,
      @ForAll boolean min) {
    var value = new IntOrString(percent + "%");
    var status =
        status(min ? minAvailable(value) : maxUnavailable(value), pods(ready, unready), scale);

    int allowed = status.getDisruptionsAllowed();
    assertThat(allowed).isBetween(0, ready);
    if (allowed > 0) {
      assertThat(ready - allowed).isGreaterThanOrEqualTo(status.getDesiredHealthy());
    }
    assertThat(status.getDesiredHealthy()).isBetween(0, scale);
    assertThat(status.getConditions()).hasSize(1);
  }

  @Test
  void aBudgetWithoutARequirementAllowsNothing() {
    var status = status(minAvailable(null), pods(3, 0), 5);

    assertThat(status.getExpectedPods()).isZero();
    assertThat(status.getDisruptionsAllowed()).isZero();
  }

  @Test
  void podsThatAreDeletedOrAboutToBeAreNotHealthy() {
    PodDisruptionBudget budget = minAvailable(new IntOrString(1));
    var before = new PodDisruptionBudgetStatus();
    before.setDisruptedPods(Map.of("p0", "2026-01-01T00:08:00Z", "p1", "2026-01-01T00:08:01Z"));
    budget.setStatus(before);
    List<Pod> pods = pods(4, 0);
    pods.get(3).getMetadata().setDeletionTimestamp("2026-01-01T00:09:59Z");

    assertThat(status(budget, pods, 0).getCurrentHealthy()).isEqualTo(2);
  }

  @Test
  void anErrorAllowsNothingAndKeepsTheRest() {
    PodDisruptionBudget budget = minAvailable(new IntOrString(1));

    var first = new BudgetStatus(budget, pods(3, 0), NOW).failed("no scale");
    assertThat(
            List.of(
                first.getDisruptionsAllowed(),
                first.getCurrentHealthy(),
                first.getDesiredHealthy(),
                first.getExpectedPods()))
        .containsOnly(0);
    budget.setStatus(status(budget, pods(3, 0), 0));
    var second = new BudgetStatus(budget, pods(3, 0), NOW).failed("no scale");
    assertThat(second.getDisruptionsAllowed()).isZero();
    assertThat(second.getCurrentHealthy()).isEqualTo(3);
    assertThat(second.getDesiredHealthy()).isEqualTo(1);
    assertThat(second.getExpectedPods()).isEqualTo(3);
    Condition condition = second.getConditions().getFirst();
    assertThat(condition.getReason()).isEqualTo("SyncFailed");
    assertThat(condition.getMessage()).isEqualTo("no scale");
    assertThat(condition.getStatus()).isEqualTo("False");
  }

  @Test
  void theConditionSaysWhetherADisruptionIsAllowed() {
    PodDisruptionBudget budget = minAvailable(new IntOrString(2));

    Condition sufficient = status(budget, pods(3, 0), 0).getConditions().getFirst();
    assertThat(sufficient.getType()).isEqualTo("DisruptionAllowed");
    assertThat(sufficient.getStatus()).isEqualTo("True");
    assertThat(sufficient.getReason()).isEqualTo("SufficientPods");
    assertThat(sufficient.getObservedGeneration()).isEqualTo(1);
    assertThat(sufficient.getLastTransitionTime()).isEqualTo("2026-01-01T00:10:00Z");
    assertThat(status(budget, pods(3, 0), 0).getObservedGeneration()).isEqualTo(1);
    assertThat(status(budget, pods(2, 0), 0).getConditions().getFirst().getStatus())
        .isEqualTo("False");
  }

  @Test
  void theTransitionTimeChangesWithTheStatusAlone() {
    PodDisruptionBudget budget = minAvailable(new IntOrString(2));
    budget.setStatus(status(budget, pods(3, 0), 0));
    var other = new ConditionBuilder().withType("Other").withStatus("True").build();
    var before =
        budget.getStatus().getConditions().getFirst().edit().withLastTransitionTime("t").build();
    budget.getStatus().setConditions(List.of(other, before));

    assertThat(status(budget, pods(4, 0), 0).getConditions()).containsExactly(other, before);
    budget.getMetadata().setGeneration(2L);
    Condition renewed = status(budget, pods(4, 0), 0).getConditions().getLast();
    assertThat(renewed.getObservedGeneration()).isEqualTo(2);
    assertThat(renewed.getLastTransitionTime()).isEqualTo("t");
    Condition changed = status(budget, pods(1, 0), 0).getConditions().getLast();
    assertThat(changed.getStatus()).isEqualTo("False");
    assertThat(changed.getReason()).isEqualTo("InsufficientPods");
    assertThat(changed.getLastTransitionTime()).isEqualTo("2026-01-01T00:10:00Z");
    assertThat(before.getLastTransitionTime()).isEqualTo("t");
  }
}
