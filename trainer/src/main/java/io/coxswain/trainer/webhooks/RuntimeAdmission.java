package io.coxswain.trainer.webhooks;

import io.coxswain.api.CustomObject;
import io.coxswain.api.FieldError;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.runtime.webhook.Review;
import io.coxswain.runtime.webhook.ValidationResult;
import io.coxswain.trainer.trainingruntime.TrainingRuntimeValidation;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** Validates runtimes. */
final class RuntimeAdmission {
  private static final String POLICY =
      "https://trainer.kubeflow.org/en/latest/operator-guides/runtime.html#runtime-deprecation-policy";

  private RuntimeAdmission() {}

  static <T extends CustomObject<TrainingRuntimeSpec, Void>> ValidationResult validate(
      Review<T> review) {
    return switch (review) {
      case Review.Create<T>(T runtime) -> {
        ValidationResult verdict = judge(runtime);
        yield runtime instanceof ClusterTrainingRuntime
                && TrainingRuntimeValidation.isDeprecated(runtime)
            ? verdict.warn(deprecated("", runtime))
            : verdict;
      }
      case Review.Update<T>(T old, T runtime) -> judge(runtime);
      case Review.Delete<T> _ -> ValidationResult.allow();
    };
  }

  private static ValidationResult judge(CustomObject<TrainingRuntimeSpec, Void> runtime) {
    return ValidationResult.of(
        TrainingRuntimeValidation.validate(runtime.getSpec()).stream()
            .map(FieldError::toString)
            .toList());
  }

  static String deprecated(String prefix, HasMetadata runtime) {
    return "%sClusterTrainingRuntime \"%s\" is deprecated and will be removed in a future release of Kubeflow Trainer. See runtime deprecation policy: %s"
        .formatted(prefix, runtime.getMetadata().getName(), POLICY);
  }
}
