package io.coxswain.trainer.webhooks;

import io.coxswain.api.ApiException;
import io.coxswain.api.CustomObject;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.env.Clock;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.webhook.AdmissionRequest;
import io.coxswain.runtime.webhook.Review;
import io.coxswain.runtime.webhook.ValidationResult;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.Framework;
import io.coxswain.trainer.framework.ReadExtension.Wanted;
import io.coxswain.trainer.runtime.RuntimeMerge;
import io.coxswain.trainer.runtime.RuntimeRegistry;
import io.coxswain.trainer.runtime.RuntimeRegistry.RuntimeKind;
import io.coxswain.trainer.runtime.RuntimeSnapshot;
import io.coxswain.trainer.trainingruntime.TrainingRuntimeValidation;
import io.coxswain.trainer.trainjob.PodNames;
import io.coxswain.trainer.trainjob.TrainJobDefaulting;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sets the times of changed patches, and validates a job on its runtime. */
final class TrainJobAdmission {
  private final Reader client;
  private final Clock clock;
  private final Framework framework;

  TrainJobAdmission(Reader client, Clock clock, Framework framework) {
    this.client = client;
    this.clock = clock;
    this.framework = framework;
  }

  void fill(TrainJob job) {
    Optional<TrainJob> old =
        Optional.ofNullable(AdmissionRequest.CURRENT.get().oldObject())
            .map(tree -> Json.convert(tree, TrainJob.class));
    TrainJobDefaulting.apply(job, old, clock.now());
  }

  ValidationResult validate(Review<TrainJob> review) throws ApiException {
    return switch (review) {
      case Review.Create<TrainJob>(TrainJob job) -> validate(Optional.empty(), job);
      case Review.Update<TrainJob>(TrainJob old, TrainJob job) ->
          // What is going must be able to go, whatever became of its runtime.
          job.getMetadata().getDeletionTimestamp() == null
              ? validate(Optional.of(old), job)
              : ValidationResult.allow();
      case Review.Delete<TrainJob> _ -> ValidationResult.allow();
    };
  }

  private ValidationResult validate(Optional<TrainJob> old, TrainJob job) throws ApiException {
    if (job.getMetadata().getNamespace() == null) {
      job.getMetadata().setNamespace(AdmissionRequest.CURRENT.get().key().namespace());
    }
    Optional<RuntimeKind> kind = RuntimeRegistry.kindOf(job);
    if (kind.isEmpty()) {
      return ValidationResult.deny(
          "unsupported runtime: " + RuntimeRegistry.key(job.getSpec().getRuntimeRef()));
    }
    Optional<CustomObject<TrainingRuntimeSpec, Void>> runtime =
        old.isPresent() ? snapshot(job) : Optional.empty();
    if (runtime.isEmpty()) {
      runtime = kind.get().find(client, job);
    }
    if (runtime.isEmpty()) {
      return ValidationResult.deny(missing(kind.get(), job).toString());
    }
    var errors = new ArrayList<FieldError>();
    Children seen = read(job, runtime.get().getSpec(), errors);
    errors.addAll(
        framework.validate(RuntimeMerge.merge(job, runtime.get().getSpec()), old, job, seen));
    ValidationResult verdict =
        ValidationResult.of(errors.stream().map(FieldError::toString).toList());
    if (old.isEmpty() && job.getMetadata().getName() != null) {
      verdict =
          verdict.warn(
              PodNames.warning(RuntimeMerge.merge(job, runtime.get().getSpec()), job).stream()
                  .toList());
    }
    return isDeprecated(runtime.get())
        ? verdict.warn(RuntimeAdmission.deprecated("Referenced ", runtime.get()))
        : verdict;
  }

  /** The one that the job started with; none if the ConfigMap is not there, or is not its own. */
  private Optional<CustomObject<TrainingRuntimeSpec, Void>> snapshot(TrainJob job)
      throws ApiException {
    Optional<ConfigMap> found = client.get(ConfigMap.class, RuntimeSnapshot.key(job));
    try {
      return found.map(map -> RuntimeSnapshot.read(map, job));
    } catch (BuildException e) {
      return Optional.empty();
    }
  }

  private Children read(TrainJob job, TrainingRuntimeSpec runtime, List<FieldError> errors) {
    var found = new ArrayList<HasMetadata>();
    for (Wanted<?> wanted : framework.readsToJudge(job, runtime)) {
      try {
        client.get(wanted.type(), wanted.key()).ifPresent(found::add);
      } catch (ApiException e) {
        errors.add(FieldError.internal("spec.runtimePatches", String.valueOf(e.getMessage())));
      }
    }
    return new Children(found);
  }

  /** The two messages differ in a letter of the path; clients may match on either. */
  private static FieldError missing(RuntimeKind kind, TrainJob job) {
    boolean namespaced = kind.type().equals(TrainingRuntime.class);
    String name = job.getSpec().getRuntimeRef().getName();
    return FieldError.invalid(
        namespaced ? "spec.runtimeRef" : "spec.RuntimeRef",
        job.getSpec().getRuntimeRef(),
        "%s \"%s\" not found: specified %s must be created before the TrainJob is created"
            .formatted(
                kind.key(), name, namespaced ? "trainingRuntime" : "clusterTrainingRuntime"));
  }

  private static boolean isDeprecated(CustomObject<TrainingRuntimeSpec, Void> runtime) {
    return runtime instanceof ClusterTrainingRuntime
        && TrainingRuntimeValidation.isDeprecated(runtime);
  }
}
