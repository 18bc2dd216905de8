package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Variables from another object. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbEnvFrom {
  private @Nullable String prefix;

  private @Nullable NameRef configMapRef;

  private @Nullable NameRef secretRef;

  public @Nullable String getPrefix() {
    return prefix;
  }

  public void setPrefix(@Nullable String prefix) {
    this.prefix = prefix;
  }

  public @Nullable NameRef getConfigMapRef() {
    return configMapRef;
  }

  public void setConfigMapRef(@Nullable NameRef configMapRef) {
    this.configMapRef = configMapRef;
  }

  public @Nullable NameRef getSecretRef() {
    return secretRef;
  }

  public void setSecretRef(@Nullable NameRef secretRef) {
    this.secretRef = secretRef;
  }
}
