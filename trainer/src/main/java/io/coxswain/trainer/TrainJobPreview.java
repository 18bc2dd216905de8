package io.coxswain.trainer;

import io.coxswain.api.CustomObject;
import io.coxswain.api.FieldError;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.env.Entropy;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.plugins.Plugins;
import io.coxswain.trainer.runtime.Rendering;
import io.coxswain.trainer.trainjob.TrainJobValidation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** The objects of a TrainJob, computed without a cluster. */
public final class TrainJobPreview {
  private TrainJobPreview() {}

  /**
   * The objects that would be applied, in order. Their owner has no UID yet, and keys differ each
   * time.
   *
   * @throws IllegalArgumentException if the job would be rejected, with the reason
   */
  public static List<HasMetadata> of(
      TrainJob job, CustomObject<TrainingRuntimeSpec, Void> runtime, Entropy entropy) {
    Framework framework = Plugins.all(entropy);
    List<FieldError> errors =
        TrainJobValidation.validate(framework, runtime, Optional.empty(), job, Children.none());
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(FieldError.join(errors));
    }
    try {
      return Rendering.render(framework, job, runtime.getSpec(), Children.none());
    } catch (BuildException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
