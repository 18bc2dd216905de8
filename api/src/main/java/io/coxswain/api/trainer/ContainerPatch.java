package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Size;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Changes to the container with that name. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class ContainerPatch {
  @Required
  @Length(min = 1, max = 253)
  private String name = "";

  @CrdListType(value = "map", keys = "name")
  @Size(max = 128)
  private List<EnvVar> env = new ArrayList<>();

  @CrdListType(value = "map", keys = "name")
  @Size(max = 128)
  private List<VolumeMount> volumeMounts = new ArrayList<>();

  private @Nullable SecurityContext securityContext;

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public List<EnvVar> getEnv() {
    return env;
  }

  public void setEnv(List<EnvVar> env) {
    this.env = env;
  }

  public List<VolumeMount> getVolumeMounts() {
    return volumeMounts;
  }

  public void setVolumeMounts(List<VolumeMount> volumeMounts) {
    this.volumeMounts = volumeMounts;
  }

  public @Nullable SecurityContext getSecurityContext() {
    return securityContext;
  }

  public void setSecurityContext(@Nullable SecurityContext securityContext) {
    this.securityContext = securityContext;
  }
}
