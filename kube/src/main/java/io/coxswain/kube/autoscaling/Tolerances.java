package io.coxswain.kube.autoscaling;

import io.coxswain.api.Quantities;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HPAScalingRules;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBehavior;
import org.jspecify.annotations.Nullable;

/** Relative deviations from the target within which nothing is scaled, as fractions. */
record Tolerances(double down, double up) {

  static Tolerances of(HorizontalPodAutoscaler autoscaler, double byDefault) {
    HorizontalPodAutoscalerBehavior behavior = autoscaler.getSpec().getBehavior();
    return behavior == null
        ? new Tolerances(byDefault, byDefault)
        : new Tolerances(
            of(behavior.getScaleDown(), byDefault), of(behavior.getScaleUp(), byDefault));
  }

  private static double of(@Nullable HPAScalingRules rules, double byDefault) {
    return rules == null || rules.getTolerance() == null
        ? byDefault
        : Quantities.value(rules.getTolerance()).doubleValue();
  }

  boolean allow(double ratio) {
    return 1.0 - down <= ratio && ratio <= 1.0 + up;
  }
}
