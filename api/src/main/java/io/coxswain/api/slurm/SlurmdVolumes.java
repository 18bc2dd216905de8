package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Without;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The volumes of a worker. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SlurmdVolumes {
  @Required
  @Without("name")
  private Volume spool = new Volume();

  @Required
  @Without("name")
  private Volume jail = new Volume();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<NodeSetVolumeMount> jailSubMounts = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<NodeSetVolumeMount> customVolumeMounts = new ArrayList<>();

  @Default("\"64Gi\"")
  private @Nullable Quantity sharedMemorySize;

  @Default("{\"whenDeleted\":\"Delete\",\"whenScaled\":\"Delete\"}")
  private @Nullable ClaimRetention persistentVolumeClaimRetentionPolicy;

  public Volume getSpool() {
    return spool;
  }

  public void setSpool(Volume spool) {
    this.spool = spool;
  }

  public Volume getJail() {
    return jail;
  }

  public void setJail(Volume jail) {
    this.jail = jail;
  }

  public List<NodeSetVolumeMount> getJailSubMounts() {
    return jailSubMounts;
  }

  public void setJailSubMounts(List<NodeSetVolumeMount> jailSubMounts) {
    this.jailSubMounts = jailSubMounts;
  }

  public List<NodeSetVolumeMount> getCustomVolumeMounts() {
    return customVolumeMounts;
  }

  public void setCustomVolumeMounts(List<NodeSetVolumeMount> customVolumeMounts) {
    this.customVolumeMounts = customVolumeMounts;
  }

  public @Nullable Quantity getSharedMemorySize() {
    return sharedMemorySize;
  }

  public void setSharedMemorySize(@Nullable Quantity sharedMemorySize) {
    this.sharedMemorySize = sharedMemorySize;
  }

  public @Nullable ClaimRetention getPersistentVolumeClaimRetentionPolicy() {
    return persistentVolumeClaimRetentionPolicy;
  }

  public void setPersistentVolumeClaimRetentionPolicy(
      @Nullable ClaimRetention persistentVolumeClaimRetentionPolicy) {
    this.persistentVolumeClaimRetentionPolicy = persistentVolumeClaimRetentionPolicy;
  }
}
