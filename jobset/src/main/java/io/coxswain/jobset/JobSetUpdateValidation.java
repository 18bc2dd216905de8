package io.coxswain.jobset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.jobset.ReplicatedJob;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an update of a JobSet may not change beyond what its schema forbids: the groups, but for
 * where and how their pods are placed while the JobSet is suspended, and who manages it.
 */
public final class JobSetUpdateValidation {
  private final JobSet old;
  private final JobSet updated;
  private final Features features;
  private final List<FieldError> errors = new ArrayList<>();

  private JobSetUpdateValidation(JobSet old, JobSet updated, Features features) {
    this.old = Json.copy(old);
    this.updated = Json.copy(updated);
    this.features = features;
  }

  /** What is wrong with the update; empty if nothing. */
  public static List<FieldError> of(JobSet old, JobSet updated, Features features) {
    var validation = new JobSetUpdateValidation(old, updated, features);
    validation.check();
    return List.copyOf(validation.errors);
  }

  private void check() {
    boolean suspended = suspended(old) || suspended(updated);
    List<ReplicatedJob> replicatedJobs = updated.getSpec().getReplicatedJobs();
    for (int i = 0; i < replicatedJobs.size(); i++) {
      ReplicatedJob after = replicatedJobs.get(i);
      ReplicatedJob before = find(after.getName());
      if (before != null) {
        if (features.elasticJobSet()) {
          checkElastic("spec.replicatedJobs[" + i + "].template.spec", before, after);
        }
        if (suspended) {
          maskPlacement(pods(before), pods(after));
        }
      }
    }
    ArrayNode groups = groups(updated);
    if (!groups(old).equals(groups)) {
      errors.add(FieldError.immutable("spec.replicatedJobs", groups));
    }
    String manager = updated.getSpec().getManagedBy();
    if (!Objects.equals(old.getSpec().getManagedBy(), manager)) {
      errors.add(FieldError.immutable("spec.managedBy", manager));
    }
  }

  /** Takes over what may change, so that it does not count as a difference. */
  private static void maskPlacement(
      @Nullable PodTemplateSpec before, @Nullable PodTemplateSpec after) {
    if (before == null || after == null) {
      return;
    }
    if (before.getMetadata() != null || after.getMetadata() != null) {
      var beforeMeta = before.edit().editOrNewMetadata().endMetadata().build().getMetadata();
      var afterMeta = after.edit().editOrNewMetadata().endMetadata().build().getMetadata();
      beforeMeta.setLabels(afterMeta.getLabels());
      beforeMeta.setAnnotations(afterMeta.getAnnotations());
      before.setMetadata(beforeMeta);
      after.setMetadata(afterMeta);
    }
    if (before.getSpec() != null && after.getSpec() != null) {
      before.getSpec().setNodeSelector(after.getSpec().getNodeSelector());
      before.getSpec().setTolerations(after.getSpec().getTolerations());
      before.getSpec().setSchedulingGates(after.getSpec().getSchedulingGates());
    }
  }

  private void checkElastic(String field, ReplicatedJob before, ReplicatedJob after) {
    JobSpec from = before.getTemplate().getSpec();
    JobSpec to = after.getTemplate().getSpec();
    if (from == null || to == null || !"Indexed".equals(to.getCompletionMode())) {
      return;
    }
    boolean parallelism = !Objects.equals(from.getParallelism(), to.getParallelism());
    boolean completions = !Objects.equals(from.getCompletions(), to.getCompletions());
    if (!parallelism && !completions) {
      return;
    }
    JobSetStatus status = old.getStatus();
    if (status != null && StatusDraft.finish(status).isPresent()) {
      errors.add(
          FieldError.forbidden(
              field,
              "Cannot mutate parallelism or completions when JobSet is in a terminal state"
                  + " (Completed or Failed)"));
    } else {
      positive(parallelism, field, "parallelism", to.getParallelism());
      positive(completions, field, "completions", to.getCompletions());
      if (to.getParallelism() != null
          && to.getCompletions() != null
          && !to.getParallelism().equals(to.getCompletions())) {
        errors.add(
            FieldError.invalid(
                field + ".completions",
                to.getCompletions(),
                "completions must be equal to parallelism for Elastic Indexed Jobs"));
      }
    }
    from.setParallelism(to.getParallelism());
    from.setCompletions(to.getCompletions());
  }

  private void positive(boolean changed, String field, String name, @Nullable Integer value) {
    if (changed && value != null && value < 1) {
      errors.add(FieldError.invalid(field + "." + name, value, name + " must be >= 1"));
    }
  }

  private @Nullable ReplicatedJob find(String name) {
    return old.getSpec().getReplicatedJobs().stream()
        .filter(replicated -> replicated.getName().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static @Nullable PodTemplateSpec pods(ReplicatedJob replicated) {
    return Optional.ofNullable(replicated.getTemplate().getSpec())
        .map(JobSpec::getTemplate)
        .orElse(null);
  }

  private static boolean suspended(JobSet jobSet) {
    return Boolean.TRUE.equals(jobSet.getSpec().getSuspend());
  }

  private static ArrayNode groups(JobSet jobSet) {
    return Json.MAPPER.valueToTree(jobSet.getSpec().getReplicatedJobs());
  }
}
