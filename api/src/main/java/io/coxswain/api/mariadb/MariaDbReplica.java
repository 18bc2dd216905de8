package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Format;
import org.jspecify.annotations.Nullable;

/** How a replica follows the primary. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbReplica {
  private @Nullable GeneratedSecretKeyRef replPasswordSecretKeyRef;

  @Allowed({"CurrentPos", "SlavePos"})
  private @Nullable String gtid;

  @Format("")
  private @Nullable Integer connectionRetrySeconds;

  @Format("")
  private @Nullable Integer maxLagSeconds;

  private @Nullable String syncTimeout;

  private @Nullable MariaDbBootstrap bootstrapFrom;

  private @Nullable MariaDbRecovery recovery;

  public @Nullable GeneratedSecretKeyRef getReplPasswordSecretKeyRef() {
    return replPasswordSecretKeyRef;
  }

  public void setReplPasswordSecretKeyRef(
      @Nullable GeneratedSecretKeyRef replPasswordSecretKeyRef) {
    this.replPasswordSecretKeyRef = replPasswordSecretKeyRef;
  }

  public @Nullable String getGtid() {
    return gtid;
  }

  public void setGtid(@Nullable String gtid) {
    this.gtid = gtid;
  }

  public @Nullable Integer getConnectionRetrySeconds() {
    return connectionRetrySeconds;
  }

  public void setConnectionRetrySeconds(@Nullable Integer connectionRetrySeconds) {
    this.connectionRetrySeconds = connectionRetrySeconds;
  }

  public @Nullable Integer getMaxLagSeconds() {
    return maxLagSeconds;
  }

  public void setMaxLagSeconds(@Nullable Integer maxLagSeconds) {
    this.maxLagSeconds = maxLagSeconds;
  }

  public @Nullable String getSyncTimeout() {
    return syncTimeout;
  }

  public void setSyncTimeout(@Nullable String syncTimeout) {
    this.syncTimeout = syncTimeout;
  }

  public @Nullable MariaDbBootstrap getBootstrapFrom() {
    return bootstrapFrom;
  }

  public void setBootstrapFrom(@Nullable MariaDbBootstrap bootstrapFrom) {
    this.bootstrapFrom = bootstrapFrom;
  }

  public @Nullable MariaDbRecovery getRecovery() {
    return recovery;
  }

  public void setRecovery(@Nullable MariaDbRecovery recovery) {
    this.recovery = recovery;
  }
}
