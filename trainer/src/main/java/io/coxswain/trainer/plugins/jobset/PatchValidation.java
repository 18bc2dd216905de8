package io.coxswain.trainer.plugins.jobset;

import io.coxswain.api.FieldError;
import io.coxswain.api.jobset.JobSetSpec;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.trainer.ContainerPatch;
import io.coxswain.api.trainer.PodSpecPatch;
import io.coxswain.api.trainer.ReplicatedJobPatch;
import io.coxswain.api.trainer.RuntimePatch;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.PodSet;
import io.fabric8.kubernetes.api.model.Container;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One entry of a job's runtimePatches, against the template that it is to change. */
final class PatchValidation {
  private static final String PATH = "spec.runtimePatches";
  private static final String MANAGER = PATH + ".manager";
  private static final String SUBDOMAIN =
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
  private static final String HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  private static final Pattern SUBDOMAIN_PATTERN = Pattern.compile(SUBDOMAIN);
  private static final Pattern HTTP_PATH_PATTERN = Pattern.compile(HTTP_PATH);
  private static final List<String> OWN_CONTAINERS =
      List.of(WellKnown.DATASET_INITIALIZER, WellKnown.MODEL_INITIALIZER, WellKnown.NODE);

  private PatchValidation() {}

  static void validate(
      RuntimePatch patch, JobSetSpec template, TrainJob job, List<FieldError> errors) {
    manager(patch.getManager(), errors);
    jobs(patch).forEach(changed -> replicatedJob(changed, template, job, errors));
  }

  private static void manager(String manager, List<FieldError> errors) {
    int slash = manager.indexOf('/');
    if (manager.isEmpty()) {
      errors.add(FieldError.required(MANAGER, ""));
    } else if (slash <= 0 || slash == manager.length() - 1) {
      errors.add(
          FieldError.invalid(
              MANAGER, manager, "must be a domain-prefixed path (such as \"acme.io/foo\")"));
    } else {
      domain(manager.substring(0, slash), errors);
      path(manager.substring(slash + 1), errors);
    }
  }

  private static void domain(String domain, List<FieldError> errors) {
    if (!SUBDOMAIN_PATTERN.matcher(domain).matches()) {
      errors.add(
          FieldError.invalid(
              MANAGER,
              domain,
              "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters,"
                  + " '-' or '.', and must start and end with an alphanumeric character (e.g."
                  + " 'example.com', regex used for validation is '"
                  + SUBDOMAIN
                  + "')"));
    }
  }

  private static void path(String path, List<FieldError> errors) {
    if (!HTTP_PATH_PATTERN.matcher(path).matches()) {
      errors.add(
          FieldError.invalid(
              MANAGER, path, "Invalid path (regex used for validation is '" + HTTP_PATH + "')"));
    }
  }

  private static Stream<ReplicatedJobPatch> jobs(RuntimePatch patch) {
    return Optional.ofNullable(patch.getTrainingRuntimeSpec())
        .flatMap(s -> Optional.ofNullable(s.getTemplate()))
        .flatMap(t -> Optional.ofNullable(t.getSpec()))
        .map(s -> s.getReplicatedJobs().stream())
        .orElseGet(Stream::empty);
  }

  private static void replicatedJob(
      ReplicatedJobPatch changed, JobSetSpec template, TrainJob job, List<FieldError> errors) {
    Optional<ReplicatedJob> known =
        template.getReplicatedJobs().stream()
            .filter(j -> j.getName().equals(changed.getName()))
            .findFirst();
    if (known.isEmpty()) {
      errors.add(
          refused(
              job, "must not have replicated job that doesn't exist in the runtime job template"));
      return;
    }
    podSpec(changed)
        .ifPresent(spec -> containers(spec, changed.getName(), names(known.get()), job, errors));
  }

  private static void containers(
      PodSpecPatch spec, String jobName, Set<String> known, TrainJob job, List<FieldError> errors) {
    for (ContainerPatch container : spec.getInitContainers()) {
      container(container, "initContainer", jobName, known, job, errors);
    }
    for (ContainerPatch container : spec.getContainers()) {
      container(container, "container", jobName, known, job, errors);
    }
  }

  private static void container(
      ContainerPatch container,
      String what,
      String jobName,
      Set<String> known,
      TrainJob job,
      List<FieldError> errors) {
    if (!known.contains(container.getName())) {
      errors.add(
          refused(
              job,
              "must not have %s that doesn't exist in the runtime job %s"
                  .formatted(what, jobName)));
    } else if (OWN_CONTAINERS.contains(container.getName()) && !container.getEnv().isEmpty()) {
      errors.add(
          refused(
              job,
              "must not have envs for the dataset-initializer, model-initializer, node"
                  + " containers"));
    }
  }

  private static FieldError refused(TrainJob job, String detail) {
    return FieldError.invalid(PATH, job.getSpec().getRuntimePatches(), detail);
  }

  private static Optional<PodSpecPatch> podSpec(ReplicatedJobPatch changed) {
    return Optional.ofNullable(changed.getTemplate())
        .flatMap(t -> Optional.ofNullable(t.getSpec()))
        .flatMap(s -> Optional.ofNullable(s.getTemplate()))
        .flatMap(t -> Optional.ofNullable(t.getSpec()));
  }

  /** Of containers of both sorts: a patch may name either in either list. */
  private static Set<String> names(ReplicatedJob job) {
    var pods = new PodSet(job, 1);
    var names = new TreeSet<String>();
    pods.containers().stream().map(Container::getName).forEach(names::add);
    pods.initContainers().stream().map(Container::getName).forEach(names::add);
    return names;
  }
}
