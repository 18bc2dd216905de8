package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The Secrets for TLS between slurmdbd and its database. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ExternalDbTls {
  private @Nullable String serverCASecretRef;

  private @Nullable String clientCertSecretRef;

  public @Nullable String getServerCASecretRef() {
    return serverCASecretRef;
  }

  public void setServerCASecretRef(@Nullable String serverCASecretRef) {
    this.serverCASecretRef = serverCASecretRef;
  }

  public @Nullable String getClientCertSecretRef() {
    return clientCertSecretRef;
  }

  public void setClientCertSecretRef(@Nullable String clientCertSecretRef) {
    this.clientCertSecretRef = clientCertSecretRef;
  }
}
