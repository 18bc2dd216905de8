package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The operator's agent next to a replica. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbAgent extends MariaDbProgram {
  private @Nullable String image;

  private @Nullable Integer port;

  private @Nullable Integer probePort;

  private @Nullable MariaDbKubernetesAuth kubernetesAuth;

  private @Nullable MariaDbBasicAuth basicAuth;

  private @Nullable String gracefulShutdownTimeout;

  public @Nullable String getImage() {
    return image;
  }

  public void setImage(@Nullable String image) {
    this.image = image;
  }

  public @Nullable Integer getPort() {
    return port;
  }

  public void setPort(@Nullable Integer port) {
    this.port = port;
  }

  public @Nullable Integer getProbePort() {
    return probePort;
  }

  public void setProbePort(@Nullable Integer probePort) {
    this.probePort = probePort;
  }

  public @Nullable MariaDbKubernetesAuth getKubernetesAuth() {
    return kubernetesAuth;
  }

  public void setKubernetesAuth(@Nullable MariaDbKubernetesAuth kubernetesAuth) {
    this.kubernetesAuth = kubernetesAuth;
  }

  public @Nullable MariaDbBasicAuth getBasicAuth() {
    return basicAuth;
  }

  public void setBasicAuth(@Nullable MariaDbBasicAuth basicAuth) {
    this.basicAuth = basicAuth;
  }

  public @Nullable String getGracefulShutdownTimeout() {
    return gracefulShutdownTimeout;
  }

  public void setGracefulShutdownTimeout(@Nullable String gracefulShutdownTimeout) {
    this.gracefulShutdownTimeout = gracefulShutdownTimeout;
  }
}
