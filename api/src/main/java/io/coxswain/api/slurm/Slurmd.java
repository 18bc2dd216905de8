package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The container of slurmd. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class Slurmd extends SidecarContainer {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<EnvVar> customEnv = new ArrayList<>();

  @Required private SlurmdVolumes volumes = new SlurmdVolumes();

  @Default("6818")
  private @Nullable Integer port;

  public List<EnvVar> getCustomEnv() {
    return customEnv;
  }

  public void setCustomEnv(List<EnvVar> customEnv) {
    this.customEnv = customEnv;
  }

  public SlurmdVolumes getVolumes() {
    return volumes;
  }

  public void setVolumes(SlurmdVolumes volumes) {
    this.volumes = volumes;
  }

  public @Nullable Integer getPort() {
    return port;
  }

  public void setPort(@Nullable Integer port) {
    this.port = port;
  }
}
