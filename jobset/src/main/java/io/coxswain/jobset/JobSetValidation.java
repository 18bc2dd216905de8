package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import com.google.errorprone.annotations.FormatMethod;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.Coordinator;
import io.coxswain.api.jobset.DependsOn;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.Network;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.jobset.label.Keys;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules that a new JobSet must keep beyond its schema, in upstream's order and words. All that
 * is wrong is reported, not the first thing alone.
 */
public final class JobSetValidation {
  private static final int MAX_INT32 = Integer.MAX_VALUE;
  private static final int MAX_MANAGED_BY = 63;
  private static final int MAX_GENERATED_BASE = 58;

  private final DesiredJobSet wanted;
  private final Features features;
  private final List<FieldError> errors = new ArrayList<>();

  private JobSetValidation(DesiredJobSet wanted, Features features) {
    this.wanted = wanted;
    this.features = features;
  }

  /**
   * The errors of a new JobSet; empty if there are none.
   *
   * @param existingClaims finds existing volume claims by name
   */
  public static List<FieldError> ofNew(
      JobSet jobSet, Features features, VolumeClaimRules.Existing existingClaims) {
    var validation = new JobSetValidation(new DesiredJobSet(named(jobSet)), features);
    validation.check();
    VolumeClaimRules.check(validation.wanted, existingClaims, validation.errors);
    return List.copyOf(validation.errors);
  }

  /** A JobSet whose name the server will complete is judged by a sample of such a name. */
  private static JobSet named(JobSet jobSet) {
    String prefix = jobSet.getMetadata().getGenerateName();
    if (jobSet.getMetadata().getName() != null || prefix == null) {
      return jobSet;
    }
    JobSet sample = Json.copy(jobSet);
    sample
        .getMetadata()
        .setName(prefix.substring(0, Math.min(prefix.length(), MAX_GENERATED_BASE)) + "abcde");
    return sample;
  }

  /** The message that a server gives with such errors. */
  public static String message(JobSet jobSet, List<FieldError> errors) {
    String list = errors.stream().map(FieldError::toString).collect(Collectors.joining(", "));
    return "JobSet.jobset.x-k8s.io \"%s\" is invalid: %s"
        .formatted(
            requireNonNullElse(jobSet.getMetadata().getName(), ""),
            errors.size() == 1 ? list : "[" + list + "]");
  }

  private void check() {
    if (wanted.restartStrategyIs("InPlaceRestart") && !features.inPlaceRestart()) {
      plain(
          "InPlaceRestart restart strategy cannot be set when InPlaceRestart feature gate is"
              + " disabled");
    }
    if (!wanted.replicatedJobs().isEmpty()
        && wanted.replicatedJobs().getFirst().getDependsOn() != null) {
      plain("DependsOn can't be set for the first ReplicatedJob");
    }
    checkSubdomain();
    checkManagedBy();
    checkReplicatedJobs();
    Set<String> names = names();
    for (String target : wanted.successPolicy().getTargetReplicatedJobs()) {
      if (!names.contains(target)) {
        plain("invalid replicatedJob name '%s' does not appear in .spec.ReplicatedJobs", target);
      }
    }
    FailurePolicyRules.check(wanted, names, features, errors);
    checkCoordinator();
  }

  private void checkSubdomain() {
    Network network = wanted.spec().getNetwork();
    String subdomain = network == null ? null : network.getSubdomain();
    if (subdomain == null || subdomain.isEmpty()) {
      return;
    }
    String field = "spec.network.subdomain";
    NameRules.subdomain1123(subdomain)
        .forEach(text -> errors.add(FieldError.invalid(field, subdomain, text)));
    label(
        field,
        subdomain,
        subdomain,
        ".spec.network.subdomain is too long, must be less than 63 characters");
  }

  private void checkManagedBy() {
    String manager = wanted.spec().getManagedBy();
    if (manager == null) {
      return;
    }
    String field = "spec.managedBy";
    int slash = manager.indexOf('/');
    if (slash <= 0 || slash == manager.length() - 1) {
      errors.add(
          FieldError.invalid(
              field, manager, "must be a domain-prefixed path (such as \"acme.io/foo\")"));
    } else {
      String host = manager.substring(0, slash);
      NameRules.subdomain1123(host)
          .forEach(text -> errors.add(FieldError.invalid(field, host, text)));
      String path = manager.substring(slash + 1);
      NameRules.httpPath(path).forEach(text -> errors.add(FieldError.invalid(field, path, text)));
    }
    if (manager.length() > MAX_MANAGED_BY) {
      errors.add(FieldError.tooLong(field, MAX_MANAGED_BY));
    }
  }

  private void checkReplicatedJobs() {
    var earlier = new LinkedHashSet<String>();
    for (int i = 0; i < wanted.replicatedJobs().size(); i++) {
      ReplicatedJob replicated = wanted.replicatedJobs().get(i);
      String field = "spec.replicatedJobs[" + i + "]";
      earlier.add(replicated.getName());
      checkPods(replicated);
      checkNames(field, replicated);
      List<DependsOn> dependencies = replicated.getDependsOn();
      if (dependencies != null) {
        for (DependsOn dependency : dependencies) {
          if (!earlier.contains(dependency.getName())) {
            plain(
                "replicatedJob: %s cannot depend on replicatedJob: %s",
                replicated.getName(), dependency.getName());
          }
        }
      }
      if (features.inPlaceRestart() && wanted.restartStrategyIs("InPlaceRestart")) {
        checkInPlaceRestart(field + ".template.spec", replicated);
      }
    }
  }

  private void checkPods(ReplicatedJob replicated) {
    Integer parallelism = replicated.getTemplate().getSpec().getParallelism();
    long pods = (long) DesiredJobSet.replicas(replicated) * requireNonNullElse(parallelism, 1);
    if (pods > MAX_INT32) {
      plain(
          "the product of replicas and parallelism must not exceed 2147483647 for replicatedJob"
              + " '%s'",
          replicated.getName());
    }
  }

  private void checkNames(String field, ReplicatedJob replicated) {
    label(
        field + ".groupName",
        DesiredJobSet.groupName(replicated),
        DesiredJobSet.groupName(replicated),
        ".spec.replicatedJob[].groupName is too long, must be less than 63 characters");
    String job = wanted.jobName(replicated, DesiredJobSet.replicas(replicated) - 1);
    label(
        field + ".name",
        job,
        job,
        "JobSet name is too long, job names generated for this JobSet will exceed 63 characters");
    Integer completions = replicated.getTemplate().getSpec().getCompletions();
    if (DesiredJobSet.indexed(replicated) && completions != null) {
      label(
          field + ".name",
          job + "-" + (completions - 1) + "-abcde",
          job,
          "JobSet name is too long, pod names generated for this JobSet will exceed 63"
              + " characters");
    }
  }

  private void checkInPlaceRestart(String field, ReplicatedJob replicated) {
    JobSpec job = replicated.getTemplate().getSpec();
    String prefix = "replicatedJob " + replicated.getName() + ": ";
    String suffix = " when in-place restart is enabled";
    if (!Integer.valueOf(MAX_INT32).equals(job.getBackoffLimit())) {
      errors.add(
          FieldError.invalid(
              field + ".backoffLimit",
              job.getBackoffLimit(),
              prefix + "must be set to 2147483647 (MaxInt32)" + suffix));
    }
    if (!"Failed".equals(job.getPodReplacementPolicy())) {
      errors.add(
          FieldError.invalid(
              field + ".podReplacementPolicy",
              job.getPodReplacementPolicy(),
              prefix + "must be set to Failed" + suffix));
    }
    if (job.getCompletions() == null || !job.getCompletions().equals(job.getParallelism())) {
      errors.add(
          FieldError.invalid(
              field + ".completions",
              job.getCompletions(),
              prefix + "completions and parallelism must be set and equal to each other" + suffix));
    }
  }

  /** Only the first thing wrong with the coordinator is reported. */
  private void checkCoordinator() {
    Coordinator coordinator = wanted.spec().getCoordinator();
    if (coordinator == null) {
      return;
    }
    String name = coordinator.getReplicatedJob();
    ReplicatedJob replicated =
        wanted.replicatedJobs().stream()
            .filter(r -> r.getName().equals(name))
            .findFirst()
            .orElse(null);
    if (replicated == null) {
      plain("coordinator replicatedJob %s does not exist", name);
    } else if (outside(coordinator.getJobIndex(), DesiredJobSet.replicas(replicated))) {
      plain(
          "coordinator job index %s is invalid for replicatedJob %s",
          coordinator.getJobIndex(), name);
    } else {
      Integer completions = replicated.getTemplate().getSpec().getCompletions();
      if (!DesiredJobSet.indexed(replicated) || completions == null) {
        plain(
            "job for coordinator pod must be indexed completion mode, and completions number must"
                + " be set");
      } else if (outside(coordinator.getPodIndex(), completions)) {
        plain(
            "coordinator pod index %s is invalid for replicatedJob %s job index %s",
            coordinator.getPodIndex(), name, coordinator.getJobIndex());
      }
    }
    checkCoordinatorLabel();
  }

  private void checkCoordinatorLabel() {
    String endpoint = wanted.coordinatorEndpoint().orElse("");
    List<String> wrong = NameRules.labelValue(endpoint);
    if (!wrong.isEmpty()) {
      plain(
          "spec will lead to invalid label value \"%s\" for coordinator label \"%s\" (long JobSet /"
              + " ReplicatedJob / SubDomain name?): %s",
          endpoint, Keys.COORDINATOR, String.join(", ", wrong));
    }
  }

  private static boolean outside(int index, int count) {
    return index < 0 || index >= count;
  }

  /** Validates a name; if only its length is wrong, the message contains the reason. */
  private void label(String field, String name, String shown, String tooLong) {
    for (String text : NameRules.label1035(name)) {
      errors.add(
          FieldError.invalid(
              field, shown, text.equals(NameRules.TOO_LONG_FOR_LABEL) ? tooLong : text));
    }
  }

  private Set<String> names() {
    return wanted.replicatedJobs().stream()
        .map(ReplicatedJob::getName)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  @FormatMethod
  private void plain(String text, Object... values) {
    errors.add(FieldError.general(text.formatted(values)));
  }
}
