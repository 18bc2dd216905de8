package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Whether the agent authenticates callers through Kubernetes. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbKubernetesAuth {
  private @Nullable Boolean enabled;

  private @Nullable String authDelegatorRoleName;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable String getAuthDelegatorRoleName() {
    return authDelegatorRoleName;
  }

  public void setAuthDelegatorRoleName(@Nullable String authDelegatorRoleName) {
    this.authDelegatorRoleName = authDelegatorRoleName;
  }
}
