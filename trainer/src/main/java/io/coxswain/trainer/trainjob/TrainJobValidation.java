package io.coxswain.trainer.trainjob;

import io.coxswain.api.CustomObject;
import io.coxswain.api.FieldError;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.runtime.RuntimeMerge;
import io.coxswain.trainer.trainingruntime.TrainingRuntimeValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a job can be run on its runtime. For admission, and once more before it is built. */
public final class TrainJobValidation {
  private TrainJobValidation() {}

  /**
   * All that is wrong with the job, and with the runtime unless that opted out of being checked.
   *
   * @param old the job before the change; absent when it is new
   * @param seen the job's JobSet, where there is one
   */
  public static List<FieldError> validate(
      Framework framework,
      CustomObject<TrainingRuntimeSpec, Void> runtime,
      Optional<TrainJob> old,
      TrainJob job,
      Children seen) {
    var errors = new ArrayList<FieldError>();
    if (!isOptedOut(runtime)) {
      errors.addAll(TrainingRuntimeValidation.validate(runtime.getSpec()));
    }
    errors.addAll(framework.validate(RuntimeMerge.merge(job, runtime.getSpec()), old, job, seen));
    return errors;
  }

  private static boolean isOptedOut(CustomObject<TrainingRuntimeSpec, Void> runtime) {
    Map<String, String> labels = runtime.getMetadata().getLabels();
    return labels != null && "disabled".equals(labels.get(WellKnown.WEBHOOK_VALIDATION_LABEL));
  }
}
