package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimSpec;
import org.jspecify.annotations.Nullable;

/** A volume: one of the cluster's sources by name, or its own claim. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeVolume {
  private @Nullable String volumeSourceName;

  private @Nullable PersistentVolumeClaimSpec volumeClaimTemplateSpec;

  public @Nullable String getVolumeSourceName() {
    return volumeSourceName;
  }

  public void setVolumeSourceName(@Nullable String volumeSourceName) {
    this.volumeSourceName = volumeSourceName;
  }

  public @Nullable PersistentVolumeClaimSpec getVolumeClaimTemplateSpec() {
    return volumeClaimTemplateSpec;
  }

  public void setVolumeClaimTemplateSpec(
      @Nullable PersistentVolumeClaimSpec volumeClaimTemplateSpec) {
    this.volumeClaimTemplateSpec = volumeClaimTemplateSpec;
  }
}
