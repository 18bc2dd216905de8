package io.coxswain.trainer.trainingruntime;

import io.coxswain.api.FieldError;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.PodSet;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the replicated jobs that are steps of a training job must look like. */
public final class TrainingRuntimeValidation {
  private static final Map<String, String> CONTAINER_OF_STEP =
      Map.of(
          WellKnown.ANCESTOR_TRAINER, WellKnown.NODE,
          WellKnown.DATASET_INITIALIZER, WellKnown.DATASET_INITIALIZER,
          WellKnown.MODEL_INITIALIZER, WellKnown.MODEL_INITIALIZER);

  private TrainingRuntimeValidation() {}

  /** Whether users are to move on to another runtime. */
  public static boolean isDeprecated(HasMetadata runtime) {
    Map<String, String> labels = runtime.getMetadata().getLabels();
    return labels != null && "deprecated".equals(labels.get(WellKnown.SUPPORT_LABEL));
  }

  /** All that is wrong with the runtime. */
  public static List<FieldError> validate(TrainingRuntimeSpec runtime) {
    var errors = new ArrayList<FieldError>();
    List<ReplicatedJob> jobs = runtime.getTemplate().getSpec().getReplicatedJobs();
    for (int i = 0; i < jobs.size(); i++) {
      validate(new PodSet(jobs.get(i), 1), "spec.template.spec.replicatedJobs[" + i + "]", errors);
    }
    return errors;
  }

  private static void validate(PodSet pods, String path, List<FieldError> errors) {
    String step = pods.ancestor().orElse("");
    @Nullable String container = CONTAINER_OF_STEP.get(step);
    if (container == null) {
      return;
    }
    Integer replicas = pods.job().getReplicas();
    if (replicas != null && replicas != 1) {
      errors.add(FieldError.invalid(path + ".replicas", replicas, "always must be 1"));
    }
    if (pods.container(container).isEmpty()) {
      errors.add(
          FieldError.invalid(
              path + ".template.spec.template.spec.containers",
              pods.containers(),
              "must contain the required container for the ancestor: " + step));
    }
  }
}
