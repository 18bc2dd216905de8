package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The desired state: groups of equal Jobs that start, fail and finish together. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@CrdRule(
    value =
        "!(has(self.startupPolicy) && self.startupPolicy.startupPolicyOrder == 'InOrder' &&"
            + " self.replicatedJobs.exists(x, has(x.dependsOn)))",
    message = "StartupPolicy and DependsOn APIs are mutually exclusive")
public class JobSetSpec {
  /** The groups, in the order in which {@code InOrder} starts them. */
  @CrdListType(value = "map", keys = "name")
  private List<ReplicatedJob> replicatedJobs = new ArrayList<>();

  @CrdRule(value = "self == oldSelf", message = "Value is immutable")
  private @Nullable Network network;

  /** If absent, all Jobs must succeed. */
  @CrdRule(value = "self == oldSelf", message = "Value is immutable")
  private @Nullable SuccessPolicy successPolicy;

  /** If absent, the first failed Job fails the JobSet. */
  @CrdRule(value = "self == oldSelf", message = "Value is immutable")
  private @Nullable FailurePolicy failurePolicy;

  @CrdRule(value = "self == oldSelf", message = "Value is immutable")
  private @Nullable StartupPolicy startupPolicy;

  private @Nullable Boolean suspend;

  private @Nullable Coordinator coordinator;

  /** The controller that reconciles this JobSet; the built-in one if absent. */
  private @Nullable String managedBy;

  @Minimum(0)
  private @Nullable Integer ttlSecondsAfterFinished;

  @CrdListType("atomic")
  @Size(max = 50)
  @CrdRule(value = "self == oldSelf", message = "Value is immutable")
  private List<VolumeClaimPolicy> volumeClaimPolicies = new ArrayList<>();

  public List<ReplicatedJob> getReplicatedJobs() {
    return replicatedJobs;
  }

  public void setReplicatedJobs(List<ReplicatedJob> replicatedJobs) {
    this.replicatedJobs = replicatedJobs;
  }

  public @Nullable Network getNetwork() {
    return network;
  }

  public void setNetwork(@Nullable Network network) {
    this.network = network;
  }

  public @Nullable SuccessPolicy getSuccessPolicy() {
    return successPolicy;
  }

  public void setSuccessPolicy(@Nullable SuccessPolicy successPolicy) {
    this.successPolicy = successPolicy;
  }

  public @Nullable FailurePolicy getFailurePolicy() {
    return failurePolicy;
  }

  public void setFailurePolicy(@Nullable FailurePolicy failurePolicy) {
    this.failurePolicy = failurePolicy;
  }

  public @Nullable StartupPolicy getStartupPolicy() {
    return startupPolicy;
  }

  public void setStartupPolicy(@Nullable StartupPolicy startupPolicy) {
    this.startupPolicy = startupPolicy;
  }

  public @Nullable Boolean getSuspend() {
    return suspend;
  }

  public void setSuspend(@Nullable Boolean suspend) {
    this.suspend = suspend;
  }

  public @Nullable Coordinator getCoordinator() {
    return coordinator;
  }

  public void setCoordinator(@Nullable Coordinator coordinator) {
    this.coordinator = coordinator;
  }

  public @Nullable String getManagedBy() {
    return managedBy;
  }

  public void setManagedBy(@Nullable String managedBy) {
    this.managedBy = managedBy;
  }

  public @Nullable Integer getTtlSecondsAfterFinished() {
    return ttlSecondsAfterFinished;
  }

  public void setTtlSecondsAfterFinished(@Nullable Integer ttlSecondsAfterFinished) {
    this.ttlSecondsAfterFinished = ttlSecondsAfterFinished;
  }

  public List<VolumeClaimPolicy> getVolumeClaimPolicies() {
    return volumeClaimPolicies;
  }

  public void setVolumeClaimPolicies(List<VolumeClaimPolicy> volumeClaimPolicies) {
    this.volumeClaimPolicies = volumeClaimPolicies;
  }
}
