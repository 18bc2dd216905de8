package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Without;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimSpec;
import io.fabric8.kubernetes.api.model.Volume;
import org.jspecify.annotations.Nullable;

/** A volume, by source or by claim, and its mount path. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeSetVolumeMount {
  @Required private String name = "";

  @Required private String mountPath = "";

  private @Nullable String subPath;

  private @Nullable Boolean readOnly;

  @Without("name")
  private @Nullable Volume volumeSource;

  private @Nullable PersistentVolumeClaimSpec volumeClaimTemplateSpec;

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public String getMountPath() {
    return mountPath;
  }

  public void setMountPath(String mountPath) {
    this.mountPath = mountPath;
  }

  public @Nullable String getSubPath() {
    return subPath;
  }

  public void setSubPath(@Nullable String subPath) {
    this.subPath = subPath;
  }

  public @Nullable Boolean getReadOnly() {
    return readOnly;
  }

  public void setReadOnly(@Nullable Boolean readOnly) {
    this.readOnly = readOnly;
  }

  public @Nullable Volume getVolumeSource() {
    return volumeSource;
  }

  public void setVolumeSource(@Nullable Volume volumeSource) {
    this.volumeSource = volumeSource;
  }

  public @Nullable PersistentVolumeClaimSpec getVolumeClaimTemplateSpec() {
    return volumeClaimTemplateSpec;
  }

  public void setVolumeClaimTemplateSpec(
      @Nullable PersistentVolumeClaimSpec volumeClaimTemplateSpec) {
    this.volumeClaimTemplateSpec = volumeClaimTemplateSpec;
  }
}
