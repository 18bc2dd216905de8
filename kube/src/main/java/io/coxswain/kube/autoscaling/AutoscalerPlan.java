package io.coxswain.kube.autoscaling;

import io.coxswain.kube.autoscaling.AutoscalerObservation.MetricResult;
import io.coxswain.kube.autoscaling.AutoscalerObservation.SelectorProblem;
import io.coxswain.kube.autoscaling.AutoscalerObservation.Target;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatusBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The effects of one sync of an autoscaler, decided only from the observed state and the past
 * recommendations.
 *
 * @param actions in the order in which they are applied; the first failure ends the sync
 */
record AutoscalerPlan(List<Action> actions) {

  /** One effect of a sync. */
  sealed interface Action {

    /** Records a warning event. */
    record Warn(String reason, String message) implements Action {}

    /** Adds a recommendation to the memory, and drops those before the given time. */
    record Recommend(int replicas, Instant keepSince) implements Action {}

    /**
     * Writes the scale of the target.
     *
     * @param statusOnFailure written, with a condition added, if the scale cannot be written
     */
    record Rescale(
        Target.Found target,
        int from,
        int to,
        String reason,
        HorizontalPodAutoscalerStatus statusOnFailure)
        implements Action {}

    /** Writes the status. */
    record UpdateStatus(HorizontalPodAutoscalerStatus status) implements Action {}
  }

  AutoscalerPlan {
    actions = List.copyOf(actions);
  }

  static AutoscalerPlan of(
      AutoscalerObservation observed, ScaleMemory memory, Duration downscaleStabilization) {
    var planner = new Planner(observed, memory, downscaleStabilization);
    planner.run();
    return new AutoscalerPlan(planner.actions);
  }

  /** Whether the size of the target leaves the decision to metrics. */
  static boolean needsMetrics(HorizontalPodAutoscaler autoscaler, int current) {
    return !isDisabled(autoscaler, current)
        && current <= autoscaler.getSpec().getMaxReplicas()
        && current >= minReplicas(autoscaler);
  }

  private static boolean isDisabled(HorizontalPodAutoscaler autoscaler, int current) {
    return current == 0 && minReplicas(autoscaler) != 0;
  }

  private static int minReplicas(HorizontalPodAutoscaler autoscaler) {
    Integer min = autoscaler.getSpec().getMinReplicas();
    return min == null ? 1 : min;
  }

  /** Collects actions. */
  private static final class Planner {
    private final List<Action> actions = new ArrayList<>();
    private final AutoscalerObservation observed;
    private final HorizontalPodAutoscaler autoscaler;
    private final ScaleMemory memory;
    private final Duration downscaleStabilization;
    private final AutoscalerStatus status;

    Planner(AutoscalerObservation observed, ScaleMemory memory, Duration downscaleStabilization) {
      this.observed = observed;
      this.autoscaler = observed.autoscaler();
      this.memory = memory;
      this.downscaleStabilization = downscaleStabilization;
      this.status = new AutoscalerStatus(autoscaler.getStatus(), observed.now());
    }

    void run() {
      switch (observed.target()) {
        case Target.Missing(String error) -> {
          warn("FailedGetScale", error);
          status.set(
              AutoscalerStatus.ABLE,
              false,
              "FailedGetScale",
              "the HPA controller was unable to get the target's current scale: " + error);
          status.onlyConditions();
          updateStatus();
        }
        case Target.Found target -> {
          status.set(
              AutoscalerStatus.ABLE,
              true,
              "SucceededGetScale",
              "the HPA controller was able to get the target's current scale");
          decide(target);
        }
      }
    }

    private void warn(String reason, String message) {
      actions.add(new Action.Warn(reason, message));
    }

    private void updateStatus() {
      actions.add(new Action.UpdateStatus(status.copy()));
    }

    private void decide(Target.Found target) {
      int current = target.replicas();
      int min = minReplicas(autoscaler);
      int max = autoscaler.getSpec().getMaxReplicas();
      if (isDisabled(autoscaler, current)) {
        status.set(
            AutoscalerStatus.ACTIVE,
            false,
            "ScalingDisabled",
            "scaling is disabled since the replica count of the target is zero");
        keep(current, null);
      } else if (current > max) {
        rescale(target, max, "Current number of replicas above Spec.MaxReplicas", null);
      } else if (current < min) {
        rescale(target, min, "Current number of replicas below Spec.MinReplicas", null);
      } else if (observed.selectorProblem().isPresent()) {
        rejectSelector(current, observed.selectorProblem().get());
      } else {
        decideByMetrics(target);
      }
    }

    private void keep(int current, @Nullable List<MetricStatus> metrics) {
      status.decided(current, current, metrics, false);
      updateStatus();
    }

    private void rescale(
        Target.Found target, int replicas, String reason, @Nullable List<MetricStatus> metrics) {
      int current = target.replicas();
      var onFailure = new AutoscalerStatus(status.copy(), observed.now());
      onFailure.undecided(current, metrics);
      actions.add(new Action.Rescale(target, current, replicas, reason, onFailure.copy()));
      status.set(
          AutoscalerStatus.ABLE,
          true,
          "SucceededRescale",
          "the HPA controller was able to update the target scale to " + replicas);
      status.decided(current, replicas, metrics, true);
      updateStatus();
    }

    private void rejectSelector(int current, SelectorProblem problem) {
      warn(problem.event(), problem.message());
      status.set(AutoscalerStatus.ACTIVE, false, problem.reason(), problem.conditionMessage());
      giveUp(current, problem.message(), null);
    }

    private void giveUp(int current, String message, @Nullable List<MetricStatus> metrics) {
      status.undecided(current, metrics);
      updateStatus();
      warn("FailedComputeMetricsReplicas", message);
    }

    /** Takes the largest proposal. Without a value of every metric, the target never shrinks. */
    private void decideByMetrics(Target.Found target) {
      int current = target.replicas();
      var statuses = new ArrayList<MetricStatus>();
      MetricProposals.@Nullable Proposal best = null;
      Optional<MetricResult.Failed> failure = Optional.empty();
      int failed = 0;
      for (MetricResult result : observed.metrics()) {
        switch (result) {
          case MetricResult.Proposed(var proposal) -> {
            statuses.add(proposal.status());
            best =
                best == null || best.replicas() == 0 || proposal.replicas() > best.replicas()
                    ? proposal
                    : best;
          }
          case MetricResult.Failed error -> {
            warn(error.reason(), error.message());
            statuses.add(new MetricStatusBuilder().withType("").build());
            failure = failure.or(() -> Optional.of(error));
            failed++;
          }
        }
      }
      if (failure.isPresent() && (best == null || best.replicas() < current)) {
        status.set(
            AutoscalerStatus.ACTIVE,
            false,
            failure.get().reason(),
            "the HPA was unable to compute the replica count: " + failure.get().message());
        giveUp(
            current,
            "invalid metrics (%d invalid out of %d), first error is: %s"
                .formatted(failed, observed.metrics().size(), failure.get().summary()),
            statuses);
        return;
      }
      int proposed = best == null ? 0 : best.replicas();
      String metric = best == null ? "" : best.name();
      status.set(
          AutoscalerStatus.ACTIVE,
          true,
          "ValidMetricFound",
          "the HPA was able to successfully calculate a replica count from " + metric);
      int replicas = normalize(proposed, current);
      if (replicas == current) {
        keep(current, statuses);
      } else {
        rescale(target, replicas, reason(proposed, current, metric), statuses);
      }
    }

    private static String reason(int proposed, int current, String metric) {
      if (proposed > current) {
        return metric + " above target";
      }
      return proposed < current ? "All metrics below target" : "";
    }

    private int normalize(int proposed, int current) {
      var normalization =
          new Normalization(
              current,
              proposed,
              minReplicas(autoscaler),
              autoscaler.getSpec().getMaxReplicas(),
              downscaleStabilization,
              observed.now());
      var behavior = autoscaler.getSpec().getBehavior();
      Normalization.Result result =
          behavior == null ? normalization.plain(memory) : normalization.with(behavior, memory);
      actions.add(new Action.Recommend(proposed, normalization.keepSince(behavior)));
      Normalization.Reason stabilized = result.stabilized();
      status.set(
          AutoscalerStatus.ABLE,
          true,
          stabilized == null ? "ReadyForNewScale" : stabilized.reason(),
          stabilized == null ? "recommended size matches current size" : stabilized.message());
      status.set(
          AutoscalerStatus.LIMITED,
          result.limited(),
          result.limit().reason(),
          result.limit().message());
      return result.replicas();
    }
  }
}
