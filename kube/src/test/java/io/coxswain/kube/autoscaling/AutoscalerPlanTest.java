package io.coxswain.kube.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.autoscaling.AutoscalerObservation.MetricResult;
import io.coxswain.kube.autoscaling.AutoscalerObservation.Target;
import io.coxswain.kube.autoscaling.AutoscalerPlan.Action;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v1.ScaleBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatusBuilder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AutoscalerPlanTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final MetricResult FAILED =
      new MetricResult.Failed("FailedGetPodsMetric", "no metrics", "pods: no metrics");

  private static HorizontalPodAutoscaler autoscaler() {
    try {
      return Json.yamlMapper()
          .readValue(
              """
              metadata: {name: web, namespace: ns}
              spec: {minReplicas: 2, maxReplicas: 6}
              """,
              HorizontalPodAutoscaler.class);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static MetricResult proposed(int replicas) {
    return new MetricResult.Proposed(
        new MetricProposals.Proposal(
            replicas, "cpu resource utilization", new MetricStatusBuilder().build()));
  }

  private static List<Action> plan(int current, MetricResult... metrics) {
    var target =
        new Target.Found(
            ResourceType.of(Deployment.class),
            ObjectKey.of("ns", "web"),
            new ScaleBuilder().withNewSpec().withReplicas(current).endSpec().build());
    return plan(target, metrics);
  }

  private static List<Action> plan(Target target, MetricResult... metrics) {
    var observed =
        new AutoscalerObservation(autoscaler(), target, Optional.empty(), List.of(metrics), NOW);
    return AutoscalerPlan.of(observed, new ScaleMemory(), Duration.ofMinutes(5)).actions();
  }

  private static List<String> names(List<Action> actions) {
    return actions.stream().map(action -> action.getClass().getSimpleName()).toList();
  }

  @Test
  void scalesToTheLargestProposalWithinMaxReplicas() {
    List<Action> actions = plan(4, proposed(5), proposed(9), proposed(3));

    assertThat(names(actions)).containsExactly("Recommend", "Rescale", "UpdateStatus");
    assertThat(actions.get(1))
        .isInstanceOfSatisfying(
            Action.Rescale.class,
            rescale -> {
              assertThat(rescale.from()).isEqualTo(4);
              assertThat(rescale.to()).isEqualTo(6);
              assertThat(rescale.reason()).isEqualTo("cpu resource utilization above target");
            });
  }

  @Test
  void readsNoMetricsForASizeOutsideTheLimits() {
    assertThat(AutoscalerPlan.needsMetrics(autoscaler(), 7)).isFalse();
    assertThat(AutoscalerPlan.needsMetrics(autoscaler(), 1)).isFalse();
    assertThat(AutoscalerPlan.needsMetrics(autoscaler(), 0)).isFalse();
    assertThat(AutoscalerPlan.needsMetrics(autoscaler(), 2)).isTrue();
    assertThat(names(plan(7))).containsExactly("Rescale", "UpdateStatus");
    assertThat(names(plan(0))).containsExactly("UpdateStatus");
  }

  @Test
  void neverScalesDownWhileAMetricIsUnavailable() {
    assertThat(names(plan(4, proposed(3), FAILED))).containsExactly("Warn", "UpdateStatus", "Warn");
    assertThat(names(plan(4, FAILED, proposed(5))))
        .containsExactly("Warn", "Recommend", "Rescale", "UpdateStatus");
  }

  @Test
  void reportsAMissingTargetBeforeItWritesTheStatus() {
    assertThat(names(plan(new Target.Missing("not found"))))
        .containsExactly("Warn", "UpdateStatus");
  }

  @Test
  void aConditionThatEndsWithItsOldValueKeepsItsTransitionTime() {
    var before = new AutoscalerStatus(null, NOW.minusSeconds(60));
    before.set(AutoscalerStatus.ABLE, false, "FailedUpdateScale", "conflict");
    var draft = new AutoscalerStatus(before.copy(), NOW);
    draft.set(AutoscalerStatus.ABLE, true, "SucceededGetScale", "found");

    var failed = new AutoscalerStatus(before.copy(), draft.copy(), NOW);
    failed.set(AutoscalerStatus.ABLE, false, "FailedUpdateScale", "conflict again");

    assertThat(failed.copy().getConditions())
        .singleElement()
        .satisfies(
            condition -> {
              assertThat(condition.getMessage()).isEqualTo("conflict again");
              assertThat(condition.getLastTransitionTime())
                  .isEqualTo(Timestamps.format(NOW.minusSeconds(60)));
            });
    assertThat(draft.copy().getConditions().getFirst().getLastTransitionTime())
        .isEqualTo(Timestamps.format(NOW));
  }
}
