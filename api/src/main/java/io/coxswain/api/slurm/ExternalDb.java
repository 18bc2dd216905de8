package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An external database. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ExternalDb {
  @Default("false")
  private @Nullable Boolean enabled;

  private @Nullable String host;

  @Default("3306")
  private @Nullable Integer port;

  private @Nullable String user;

  private @Nullable PasswordSecretKeyRef passwordSecretKeyRef;

  private @Nullable ExternalDbTls tls;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, String> storageParameters = new LinkedHashMap<>();

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable String getHost() {
    return host;
  }

  public void setHost(@Nullable String host) {
    this.host = host;
  }

  public @Nullable Integer getPort() {
    return port;
  }

  public void setPort(@Nullable Integer port) {
    this.port = port;
  }

  public @Nullable String getUser() {
    return user;
  }

  public void setUser(@Nullable String user) {
    this.user = user;
  }

  public @Nullable PasswordSecretKeyRef getPasswordSecretKeyRef() {
    return passwordSecretKeyRef;
  }

  public void setPasswordSecretKeyRef(@Nullable PasswordSecretKeyRef passwordSecretKeyRef) {
    this.passwordSecretKeyRef = passwordSecretKeyRef;
  }

  public @Nullable ExternalDbTls getTls() {
    return tls;
  }

  public void setTls(@Nullable ExternalDbTls tls) {
    this.tls = tls;
  }

  public Map<String, String> getStorageParameters() {
    return storageParameters;
  }

  public void setStorageParameters(Map<String, String> storageParameters) {
    this.storageParameters = storageParameters;
  }
}
