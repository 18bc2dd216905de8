package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** A volume and its mount path. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeVolumeMount extends NodeVolume {
  @Required private String name = "";

  @Required private String mountPath = "";

  @Default("")
  private @Nullable String subPath;

  @Default("false")
  private @Nullable Boolean readOnly;

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
}
