package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The privileges of a container. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ContainerSecurity {
  /** The content of a limits.conf. */
  private @Nullable String limitsConfig;

  @Default("unconfined")
  private @Nullable String appArmorProfile;

  @Allowed({"Default", "Unmasked"})
  private @Nullable String procMount;

  public @Nullable String getLimitsConfig() {
    return limitsConfig;
  }

  public void setLimitsConfig(@Nullable String limitsConfig) {
    this.limitsConfig = limitsConfig;
  }

  public @Nullable String getAppArmorProfile() {
    return appArmorProfile;
  }

  public void setAppArmorProfile(@Nullable String appArmorProfile) {
    this.appArmorProfile = appArmorProfile;
  }

  public @Nullable String getProcMount() {
    return procMount;
  }

  public void setProcMount(@Nullable String procMount) {
    this.procMount = procMount;
  }
}
