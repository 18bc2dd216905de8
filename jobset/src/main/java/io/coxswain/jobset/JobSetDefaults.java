package io.coxswain.jobset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.Json;
import io.coxswain.api.jobset.FailurePolicy;
import io.coxswain.api.jobset.FailurePolicyRule;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetSpec;
import io.coxswain.api.jobset.Network;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.jobset.StartupPolicy;
import io.coxswain.api.jobset.SuccessPolicy;
import io.coxswain.api.jobset.VolumeClaimPolicy;
import io.coxswain.api.jobset.VolumeRetentionPolicy;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The defaults of a JobSet: those of the kind's schema and those of its mutating admission.
 * Idempotent.
 */
public final class JobSetDefaults {
  private JobSetDefaults() {}

  /** A copy with every default filled in. */
  public static JobSet applied(JobSet jobSet) {
    JobSet copy = Json.copy(jobSet);
    fill(copy);
    return copy;
  }

  /** Fills every default in. */
  public static void fill(JobSet jobSet) {
    JobSetSpec spec = jobSet.getSpec();
    policies(spec);
    spec.getReplicatedJobs().forEach(JobSetDefaults::replicatedJob);
    network(spec);
    failurePolicy(spec.getFailurePolicy());
    spec.getVolumeClaimPolicies().forEach(JobSetDefaults::volumeClaims);
  }

  private static void policies(JobSetSpec spec) {
    if (spec.getSuccessPolicy() == null) {
      var policy = new SuccessPolicy();
      policy.setOperator("All");
      spec.setSuccessPolicy(policy);
    }
    if (spec.getStartupPolicy() == null) {
      var policy = new StartupPolicy();
      policy.setStartupPolicyOrder("AnyOrder");
      spec.setStartupPolicy(policy);
    }
  }

  private static void replicatedJob(ReplicatedJob replicated) {
    if (replicated.getGroupName() == null) {
      replicated.setGroupName("default");
    }
    if (replicated.getReplicas() == null) {
      replicated.setReplicas(1);
    }
    if (replicated.getTemplate().getSpec() == null) {
      replicated.getTemplate().setSpec(new JobSpec());
    }
    JobSpec job = replicated.getTemplate().getSpec();
    if (job.getCompletionMode() == null) {
      job.setCompletionMode("Indexed");
    }
    if (job.getTemplate() == null) {
      job.setTemplate(new PodTemplateSpec());
    }
    if (job.getTemplate().getSpec() == null) {
      job.getTemplate().setSpec(new PodSpec());
    }
    PodSpec pod = job.getTemplate().getSpec();
    if (pod.getRestartPolicy() == null || pod.getRestartPolicy().isEmpty()) {
      pod.setRestartPolicy("OnFailure");
    }
  }

  private static void network(JobSetSpec spec) {
    Network network = spec.getNetwork() == null ? new Network() : spec.getNetwork();
    if (network.getEnableDNSHostnames() == null) {
      network.setEnableDNSHostnames(true);
    }
    if (network.getPublishNotReadyAddresses() == null) {
      network.setPublishNotReadyAddresses(true);
    }
    spec.setNetwork(network);
  }

  private static void failurePolicy(@Nullable FailurePolicy policy) {
    if (policy == null) {
      return;
    }
    if (policy.getRestartStrategy() == null) {
      policy.setRestartStrategy("Recreate");
    }
    List<FailurePolicyRule> rules = policy.getRules();
    for (int i = 0; i < rules.size(); i++) {
      String name = rules.get(i).getName();
      if (name == null || name.isEmpty()) {
        rules.get(i).setName("failurePolicyRule" + i);
      }
    }
  }

  private static void volumeClaims(VolumeClaimPolicy policy) {
    VolumeRetentionPolicy retention =
        requireNonNullElse(policy.getRetentionPolicy(), new VolumeRetentionPolicy());
    policy.setRetentionPolicy(retention);
    if (retention.getWhenDeleted() == null) {
      retention.setWhenDeleted("Delete");
    }
  }
}
