package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Format;
import org.jspecify.annotations.Nullable;

/** The replication of the database. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbReplication {
  private @Nullable Boolean enabled;

  private @Nullable MariaDbPrimary primary;

  private @Nullable MariaDbReplica replica;

  private @Nullable Boolean gtidStrictMode;

  private @Nullable Boolean semiSyncEnabled;

  private @Nullable String semiSyncAckTimeout;

  @Allowed({"AfterSync", "AfterCommit"})
  private @Nullable String semiSyncWaitPoint;

  @Format("")
  private @Nullable Integer syncBinlog;

  private @Nullable MariaDbContainer initContainer;

  private @Nullable MariaDbAgent agent;

  private @Nullable Boolean standaloneProbes;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable MariaDbPrimary getPrimary() {
    return primary;
  }

  public void setPrimary(@Nullable MariaDbPrimary primary) {
    this.primary = primary;
  }

  public @Nullable MariaDbReplica getReplica() {
    return replica;
  }

  public void setReplica(@Nullable MariaDbReplica replica) {
    this.replica = replica;
  }

  public @Nullable Boolean getGtidStrictMode() {
    return gtidStrictMode;
  }

  public void setGtidStrictMode(@Nullable Boolean gtidStrictMode) {
    this.gtidStrictMode = gtidStrictMode;
  }

  public @Nullable Boolean getSemiSyncEnabled() {
    return semiSyncEnabled;
  }

  public void setSemiSyncEnabled(@Nullable Boolean semiSyncEnabled) {
    this.semiSyncEnabled = semiSyncEnabled;
  }

  public @Nullable String getSemiSyncAckTimeout() {
    return semiSyncAckTimeout;
  }

  public void setSemiSyncAckTimeout(@Nullable String semiSyncAckTimeout) {
    this.semiSyncAckTimeout = semiSyncAckTimeout;
  }

  public @Nullable String getSemiSyncWaitPoint() {
    return semiSyncWaitPoint;
  }

  public void setSemiSyncWaitPoint(@Nullable String semiSyncWaitPoint) {
    this.semiSyncWaitPoint = semiSyncWaitPoint;
  }

  public @Nullable Integer getSyncBinlog() {
    return syncBinlog;
  }

  public void setSyncBinlog(@Nullable Integer syncBinlog) {
    this.syncBinlog = syncBinlog;
  }

  public @Nullable MariaDbContainer getInitContainer() {
    return initContainer;
  }

  public void setInitContainer(@Nullable MariaDbContainer initContainer) {
    this.initContainer = initContainer;
  }

  public @Nullable MariaDbAgent getAgent() {
    return agent;
  }

  public void setAgent(@Nullable MariaDbAgent agent) {
    this.agent = agent;
  }

  public @Nullable Boolean getStandaloneProbes() {
    return standaloneProbes;
  }

  public void setStandaloneProbes(@Nullable Boolean standaloneProbes) {
    this.standaloneProbes = standaloneProbes;
  }
}
