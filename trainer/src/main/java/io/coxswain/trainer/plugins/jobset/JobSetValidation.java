package io.coxswain.trainer.plugins.jobset;

import com.google.errorprone.annotations.FormatMethod;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.ReplicatedJobStatus;
import io.coxswain.api.trainer.Initializer;
import io.coxswain.api.trainer.RuntimePatch;
import io.coxswain.api.trainer.RuntimeRef;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobSpec;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.fabric8.kubernetes.api.model.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rejects jobs that cannot become a JobSet, or whose JobSet cannot be changed as requested. */
final class JobSetValidation {
  private static final String RUNTIME_REF = "spec.runtimeRef";
  private static final String RUNTIME_PATCHES = "spec.runtimePatches";

  private JobSetValidation() {}

  static List<FieldError> validate(
      RuntimeInfo info, Optional<TrainJob> old, TrainJob job, Children seen) {
    var errors = new ArrayList<FieldError>();
    initializers(info, job.getSpec(), errors);
    old.ifPresent(before -> changeOfPatches(before, job, seen, errors));
    for (RuntimePatch patch : job.getSpec().getRuntimePatches()) {
      PatchValidation.validate(patch, info.runtime().getTemplate().getSpec(), job, errors);
    }
    return errors;
  }

  private static void initializers(RuntimeInfo info, TrainJobSpec spec, List<FieldError> errors) {
    Initializer initializer = spec.getInitializer();
    if (initializer == null) {
      return;
    }
    if (initializer.getDataset() != null) {
      initializer(info, WellKnown.DATASET_INITIALIZER, "datasetConfig", spec.getRuntimeRef())
          .ifPresent(errors::add);
    }
    if (initializer.getModel() != null) {
      initializer(info, WellKnown.MODEL_INITIALIZER, "modelConfig", spec.getRuntimeRef())
          .ifPresent(errors::add);
    }
  }

  /** Looks by the name of the replicated job, though building goes by its label: as upstream. */
  private static Optional<FieldError> initializer(
      RuntimeInfo info, String step, String config, RuntimeRef ref) {
    Optional<PodSet> pods = info.podSet(step);
    Optional<Container> container = pods.flatMap(p -> p.container(step));
    if (pods.isEmpty()) {
      return refused(
          ref, "must have %s job when trainJob is configured with input %s", step, config);
    }
    if (container.isEmpty()) {
      return refused(ref, "must have container with name - %s in the %s job", step, step);
    }
    boolean mounted =
        container.get().getVolumeMounts().stream()
            .anyMatch(m -> WellKnown.INITIALIZER_VOLUME.equals(m.getName()));
    return mounted
        ? Optional.empty()
        : refused(
            ref,
            "must have volumeMount with name - %s in container %s of the %s job",
            WellKnown.INITIALIZER_VOLUME,
            step,
            step);
  }

  @FormatMethod
  private static Optional<FieldError> refused(RuntimeRef ref, String detail, Object... values) {
    return Optional.of(FieldError.invalid(RUNTIME_REF, ref, detail.formatted(values)));
  }

  private static void changeOfPatches(
      TrainJob old, TrainJob job, Children seen, List<FieldError> errors) {
    if (!changed(old, job)) {
      return;
    }
    if (!isSuspended(old) && !isSuspended(job)) {
      errors.add(
          FieldError.forbidden(
              RUNTIME_PATCHES,
              "RuntimePatches can only be modified when the TrainJob is suspended before or after"
                  + " the update"));
      return;
    }
    seen.find(JobSet.class, ObjectKey.of(job))
        .map(JobSet::getStatus)
        .ifPresent(
            status ->
                status.getReplicatedJobsStatus().stream()
                    .filter(step -> step.getActive() > 0)
                    .forEach(step -> errors.add(stillActive(step))));
  }

  private static FieldError stillActive(ReplicatedJobStatus step) {
    return FieldError.forbidden(
        RUNTIME_PATCHES,
        "RuntimePatches cannot be modified when the JobSet's ReplicatedJob %s is still active"
            .formatted(step.getName()));
  }

  private static boolean changed(TrainJob old, TrainJob job) {
    return !Json.MAPPER
        .valueToTree(old.getSpec().getRuntimePatches())
        .equals(Json.MAPPER.valueToTree(job.getSpec().getRuntimePatches()));
  }

  private static boolean isSuspended(TrainJob job) {
    return Boolean.TRUE.equals(job.getSpec().getSuspend());
  }
}
