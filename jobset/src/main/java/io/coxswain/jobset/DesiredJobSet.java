package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.jobset.Coordinator;
import io.coxswain.api.jobset.FailurePolicy;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetSpec;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.jobset.Network;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.jobset.StartupPolicy;
import io.coxswain.api.jobset.SuccessPolicy;
import io.coxswain.api.jobset.VolumeClaimPolicy;
import io.coxswain.jobset.label.Keys;
import java.util.List;
import java.util.Optional;

/**
 * The spec of a JobSet with every default applied, and the names derived from it. Absent and
 * defaulted fields read the same here, also where an update has removed what admission once filled
 * in.
 */
final class DesiredJobSet {
  private final JobSet object;

  DesiredJobSet(JobSet object) {
    this.object = JobSetDefaults.applied(object);
  }

  JobSet object() {
    return object;
  }

  JobSetSpec spec() {
    return object.getSpec();
  }

  JobSetStatus status() {
    return requireNonNullElse(object.getStatus(), new JobSetStatus());
  }

  String name() {
    return requireNonNullElse(object.getMetadata().getName(), "");
  }

  String namespace() {
    return requireNonNullElse(object.getMetadata().getNamespace(), "");
  }

  List<ReplicatedJob> replicatedJobs() {
    return spec().getReplicatedJobs();
  }

  static int replicas(ReplicatedJob replicated) {
    return requireNonNullElse(replicated.getReplicas(), 1);
  }

  static String groupName(ReplicatedJob replicated) {
    return requireNonNullElse(replicated.getGroupName(), "default");
  }

  static boolean indexed(ReplicatedJob replicated) {
    return "Indexed".equals(replicated.getTemplate().getSpec().getCompletionMode());
  }

  int totalReplicas() {
    return replicatedJobs().stream().mapToInt(DesiredJobSet::replicas).sum();
  }

  boolean suspended() {
    return requireNonNullElse(spec().getSuspend(), false);
  }

  /** Whether this controller is the one to act. */
  boolean managedHere() {
    String manager = spec().getManagedBy();
    return manager == null || manager.equals(Keys.CONTROLLER);
  }

  boolean inOrder() {
    StartupPolicy policy = spec().getStartupPolicy();
    return policy != null && policy.getStartupPolicyOrder().equals("InOrder");
  }

  SuccessPolicy successPolicy() {
    return requireNonNullElse(spec().getSuccessPolicy(), new SuccessPolicy());
  }

  Optional<FailurePolicy> failurePolicy() {
    return Optional.ofNullable(spec().getFailurePolicy());
  }

  boolean restartStrategyIs(String strategy) {
    return failurePolicy()
        .map(policy -> strategy.equals(policy.getRestartStrategy()))
        .orElse(false);
  }

  int maxRestarts() {
    return failurePolicy().map(policy -> requireNonNullElse(policy.getMaxRestarts(), 0)).orElse(0);
  }

  List<VolumeClaimPolicy> volumeClaimPolicies() {
    return spec().getVolumeClaimPolicies();
  }

  boolean dnsHostnames() {
    Network network = spec().getNetwork();
    return network != null && requireNonNullElse(network.getEnableDNSHostnames(), true);
  }

  boolean publishNotReadyAddresses() {
    Network network = spec().getNetwork();
    return network == null || requireNonNullElse(network.getPublishNotReadyAddresses(), true);
  }

  /** The headless Service, and the subdomain of every pod. */
  String serviceName() {
    Network network = spec().getNetwork();
    String subdomain = network == null ? null : network.getSubdomain();
    return subdomain == null || subdomain.isEmpty() ? name() : subdomain;
  }

  String jobName(ReplicatedJob replicated, int index) {
    return name() + "-" + replicated.getName() + "-" + index;
  }

  String claimName(String template) {
    return template + "-" + name();
  }

  /** The stable address of the coordinator pod. */
  Optional<String> coordinatorEndpoint() {
    Coordinator coordinator = spec().getCoordinator();
    return coordinator == null
        ? Optional.empty()
        : Optional.of(
            "%s-%s-%d-%d.%s"
                .formatted(
                    name(),
                    coordinator.getReplicatedJob(),
                    coordinator.getJobIndex(),
                    coordinator.getPodIndex(),
                    serviceName()));
  }

  /**
   * Jobs of earlier groups, so that indexes count through; of the same group name alone if so
   * asked.
   */
  int replicasBefore(ReplicatedJob replicated, boolean sameGroupOnly) {
    int sum = 0;
    for (ReplicatedJob earlier : replicatedJobs()) {
      if (earlier.getName().equals(replicated.getName())) {
        break;
      }
      if (!sameGroupOnly || groupName(earlier).equals(groupName(replicated))) {
        sum += replicas(earlier);
      }
    }
    return sum;
  }

  int groupReplicas(ReplicatedJob replicated) {
    return replicatedJobs().stream()
        .filter(other -> groupName(other).equals(groupName(replicated)))
        .mapToInt(DesiredJobSet::replicas)
        .sum();
  }
}
