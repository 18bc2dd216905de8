package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** A user and password for the agent. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbBasicAuth {
  private @Nullable Boolean enabled;

  private @Nullable String username;

  private @Nullable GeneratedSecretKeyRef passwordSecretKeyRef;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable String getUsername() {
    return username;
  }

  public void setUsername(@Nullable String username) {
    this.username = username;
  }

  public @Nullable GeneratedSecretKeyRef getPasswordSecretKeyRef() {
    return passwordSecretKeyRef;
  }

  public void setPasswordSecretKeyRef(@Nullable GeneratedSecretKeyRef passwordSecretKeyRef) {
    this.passwordSecretKeyRef = passwordSecretKeyRef;
  }
}
