package io.coxswain.kube.autoscaling;

import io.fabric8.kubernetes.api.model.autoscaling.v2.HPAScalingPolicy;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HPAScalingPolicyBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HPAScalingRules;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Limits the proposed number of replicas by stabilization windows, scaling rates and the bounds of
 * the autoscaler.
 *
 * @param current the current number of replicas
 * @param wanted the number proposed by the metrics
 * @param window the downscale stabilization window of autoscalers without a behavior
 */
record Normalization(int current, int wanted, int least, int most, Duration window, Instant now) {

  private static final int TOP_SPEED = 2;
  private static final int ALWAYS_ALLOWED = 4;

  /**
   * The limited number of replicas.
   *
   * @param stabilized why an earlier recommendation applies; null if it does not
   * @param limit the reason of the condition {@code ScalingLimited}
   */
  record Result(int replicas, @Nullable Reason stabilized, Reason limit, boolean limited) {}

  /** A condition's reason and message. */
  record Reason(String reason, String message) {}

  private static final Reason UP_STABILIZED =
      new Reason(
          "ScaleUpStabilized",
          "recent recommendations were lower than current one, applying the lowest recent"
              + " recommendation");
  private static final Reason DOWN_STABILIZED =
      new Reason(
          "ScaleDownStabilized",
          "recent recommendations were higher than current one, applying the highest recent"
              + " recommendation");
  private static final Reason UP_RATE =
      new Reason(
          "ScaleUpLimit",
          "the desired replica count is increasing faster than the maximum scale rate");
  private static final Reason DOWN_RATE =
      new Reason(
          "ScaleDownLimit",
          "the desired replica count is decreasing faster than the maximum scale rate");
  private static final Reason TOO_MANY =
      new Reason(
          "TooManyReplicas", "the desired replica count is more than the maximum replica count");
  private static final Reason TOO_FEW =
      new Reason(
          "TooFewReplicas", "the desired replica count is less than the minimum replica count");
  private static final Reason IN_RANGE =
      new Reason("DesiredWithinRange", "the desired count is within the acceptable range");

  /** For an autoscaler without a behavior. */
  Result plain(ScaleMemory memory) {
    Instant since = now.minus(window);
    int highest =
        memory.recommendations().stream()
            .filter(r -> !r.time().isBefore(since))
            .mapToInt(ScaleMemory.Recommendation::replicas)
            .reduce(wanted, Math::max);
    int fastest = Math.max(TOP_SPEED * current, ALWAYS_ALLOWED);
    Reason tooMany = most > fastest ? UP_RATE : TOO_MANY;
    return limited(
        highest,
        highest == wanted ? null : DOWN_STABILIZED,
        least,
        TOO_FEW,
        Math.min(most, fastest),
        tooMany);
  }

  private static Result limited(
      int wish, @Nullable Reason stabilized, int low, Reason tooFew, int high, Reason tooMany) {
    if (wish < low) {
      return new Result(low, stabilized, tooFew, true);
    }
    return wish > high
        ? new Result(high, stabilized, tooMany, true)
        : new Result(wish, stabilized, IN_RANGE, false);
  }

  /** For an autoscaler with a behavior. */
  Result with(HorizontalPodAutoscalerBehavior behavior, ScaleMemory memory) {
    int wish = stabilize(behavior, memory);
    Reason stabilized = wish == wanted ? null : wanted >= current ? UP_STABILIZED : DOWN_STABILIZED;
    if (wish > current) {
      int fastest = Math.max(current, fastestUp(behavior.getScaleUp(), memory));
      return limited(
          wish,
          stabilized,
          wish,
          TOO_FEW,
          Math.min(most, fastest),
          most > fastest ? UP_RATE : TOO_MANY);
    }
    if (wish < current) {
      int fastest = Math.min(current, fastestDown(behavior.getScaleDown(), memory));
      return limited(
          wish,
          stabilized,
          Math.max(least, fastest),
          least < fastest ? DOWN_RATE : TOO_FEW,
          wish,
          TOO_MANY);
    }
    return new Result(wish, stabilized, IN_RANGE, false);
  }

  /** The time before which recommendations no longer count. */
  Instant keepSince(@Nullable HorizontalPodAutoscalerBehavior behavior) {
    if (behavior == null) {
      return now.minus(window);
    }
    Instant up = upWindowStart(behavior);
    Instant down = downWindowStart(behavior);
    return up.isBefore(down) ? up : down;
  }

  private Instant upWindowStart(HorizontalPodAutoscalerBehavior behavior) {
    return now.minus(window(behavior.getScaleUp(), Duration.ZERO));
  }

  private Instant downWindowStart(HorizontalPodAutoscalerBehavior behavior) {
    return now.minus(window(behavior.getScaleDown(), window));
  }

  /**
   * Limits a scale-up to the lowest recommendation in its window, and a scale-down to the highest
   * in its own.
   */
  private int stabilize(HorizontalPodAutoscalerBehavior behavior, ScaleMemory memory) {
    Instant up = upWindowStart(behavior);
    Instant down = downWindowStart(behavior);
    int lowest = within(memory, up).reduce(wanted, Math::min);
    int highest = within(memory, down).reduce(wanted, Math::max);
    return Math.min(Math.max(current, lowest), highest);
  }

  private static IntStream within(ScaleMemory memory, Instant since) {
    return memory.recommendations().stream()
        .filter(r -> r.time().isAfter(since))
        .mapToInt(ScaleMemory.Recommendation::replicas);
  }

  private static Duration window(@Nullable HPAScalingRules rules, Duration otherwise) {
    return rules == null || rules.getStabilizationWindowSeconds() == null
        ? otherwise
        : Duration.ofSeconds(rules.getStabilizationWindowSeconds());
  }

  private int fastestUp(@Nullable HPAScalingRules rules, ScaleMemory memory) {
    if (isDisabled(rules)) {
      return current;
    }
    IntStream limits =
        upPolicies(rules).stream()
            .mapToInt(
                policy -> {
                  int start = memory.before(current, period(policy), now);
                  return isPods(policy)
                      ? start + policy.getValue()
                      : (int) Math.ceil(start * (1 + policy.getValue() / 100.0));
                });
    return (takesLeast(rules) ? limits.min() : limits.max()).orElse(current);
  }

  private int fastestDown(@Nullable HPAScalingRules rules, ScaleMemory memory) {
    if (isDisabled(rules)) {
      return current;
    }
    IntStream limits =
        downPolicies(rules).stream()
            .mapToInt(
                policy -> {
                  int start = memory.before(current, period(policy), now);
                  return isPods(policy)
                      ? start - policy.getValue()
                      : (int) (start * (1 - policy.getValue() / 100.0));
                });
    return (takesLeast(rules) ? limits.max() : limits.min()).orElse(current);
  }

  private static boolean isDisabled(@Nullable HPAScalingRules rules) {
    return rules != null && "Disabled".equals(rules.getSelectPolicy());
  }

  private static boolean takesLeast(@Nullable HPAScalingRules rules) {
    return rules != null && "Min".equals(rules.getSelectPolicy());
  }

  private static boolean isPods(HPAScalingPolicy policy) {
    return "Pods".equals(policy.getType());
  }

  private static Duration period(HPAScalingPolicy policy) {
    return Duration.ofSeconds(policy.getPeriodSeconds());
  }

  private static List<HPAScalingPolicy> upPolicies(@Nullable HPAScalingRules rules) {
    return policies(rules, List.of(policy("Pods", 4), policy("Percent", 100)));
  }

  private static List<HPAScalingPolicy> downPolicies(@Nullable HPAScalingRules rules) {
    return policies(rules, List.of(policy("Percent", 100)));
  }

  private static List<HPAScalingPolicy> policies(
      @Nullable HPAScalingRules rules, List<HPAScalingPolicy> otherwise) {
    return rules == null || rules.getPolicies() == null || rules.getPolicies().isEmpty()
        ? otherwise
        : rules.getPolicies();
  }

  private static HPAScalingPolicy policy(String type, int value) {
    return new HPAScalingPolicyBuilder()
        .withType(type)
        .withValue(value)
        .withPeriodSeconds(15)
        .build();
  }

  /** How long scale events in the given direction must be remembered. */
  static Duration longestPeriod(HorizontalPodAutoscalerBehavior behavior, boolean up) {
    return (up ? upPolicies(behavior.getScaleUp()) : downPolicies(behavior.getScaleDown()))
        .stream().map(Normalization::period).max(Duration::compareTo).orElse(Duration.ZERO);
  }
}
