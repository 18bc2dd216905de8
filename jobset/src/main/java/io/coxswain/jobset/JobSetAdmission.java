package io.coxswain.jobset;

import io.coxswain.api.ApiException;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.Coordinator;
import io.coxswain.api.jobset.DependsOn;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.webhook.Review;
import io.coxswain.runtime.webhook.ValidationResult;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Validates creates and updates of JobSets. A rejection is a complete Status, code 422, with a
 * cause for each error.
 */
final class JobSetAdmission {
  private final Reader client;
  private final Features features;

  JobSetAdmission(Reader client, Features features) {
    this.client = client;
    this.features = features;
  }

  ValidationResult validate(Review<JobSet> review) throws ApiException {
    return switch (review) {
      case Review.Create<JobSet>(JobSet jobSet) -> {
        refuse(jobSet, JobSetValidation.ofNew(jobSet, features, existing(jobSet)));
        yield ValidationResult.allow().warn(selfDependencies(jobSet));
      }
      case Review.Update<JobSet>(JobSet old, JobSet jobSet) -> {
        refuse(jobSet, JobSetUpdateValidation.of(old, jobSet, features));
        yield ValidationResult.allow().warn(changedCoordinator(old, jobSet));
      }
      case Review.Delete<JobSet> _ -> ValidationResult.allow();
    };
  }

  private VolumeClaimRules.Existing existing(JobSet jobSet) {
    String namespace = jobSet.getMetadata().getNamespace();
    return name -> client.get(PersistentVolumeClaim.class, ObjectKey.of(namespace, name));
  }

  private static void refuse(JobSet jobSet, List<FieldError> errors) throws ApiException {
    if (errors.isEmpty()) {
      return;
    }
    List<StatusCause> causes =
        errors.stream().map(e -> new StatusCause(e.field(), e.message(), e.reason())).toList();
    throw ApiException.of(
        422,
        Json.bytes(
            new StatusBuilder()
                .withStatus("Failure")
                .withCode(422)
                .withReason("Invalid")
                .withMessage(JobSetValidation.message(jobSet, errors))
                .withNewDetails()
                .withName(jobSet.getMetadata().getName())
                .withGroup("jobset.x-k8s.io")
                .withKind("JobSet")
                .withCauses(causes)
                .endDetails()
                .build()));
  }

  /** Upstream accepts it without a word, and the group never starts. */
  private static List<String> selfDependencies(JobSet jobSet) {
    var warnings = new ArrayList<String>();
    for (ReplicatedJob replicated : jobSet.getSpec().getReplicatedJobs()) {
      for (DependsOn dependency :
          Optional.ofNullable(replicated.getDependsOn()).orElse(List.of())) {
        if (replicated.getName().equals(dependency.getName())) {
          warnings.add(
              "replicatedJob %s depends on itself: its Jobs will never be created"
                  .formatted(replicated.getName()));
        }
      }
    }
    return warnings;
  }

  private static List<String> changedCoordinator(JobSet old, JobSet jobSet) {
    Optional<String> before = coordinator(old);
    Optional<String> after = coordinator(jobSet);
    return before.equals(after)
        ? List.of()
        : List.of(
            "spec.coordinator was changed: Jobs and pods that exist keep the label %s of before"
                .formatted(Keys.COORDINATOR));
  }

  private static Optional<String> coordinator(JobSet jobSet) {
    Coordinator coordinator = jobSet.getSpec().getCoordinator();
    return coordinator == null
        ? Optional.empty()
        : Optional.of(Objects.toString(Json.tree((Object) coordinator)));
  }
}
