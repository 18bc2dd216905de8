package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Without;
import io.coxswain.api.mariadb.MariaDbMetrics;
import io.coxswain.api.mariadb.MariaDbReplication;
import io.coxswain.api.mariadb.MariaDbStorage;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContext;
import org.jspecify.annotations.Nullable;

/** A database that the MariaDB operator runs. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbOperator extends NodeContainer {
  private @Nullable Boolean enabled;

  @Default("false")
  private @Nullable Boolean protectedSecret;

  @Without({"seLinuxChangePolicy", "supplementalGroupsPolicy", "sysctls", "windowsOptions"})
  private @Nullable PodSecurityContext podSecurityContext;

  @Without({"appArmorProfile", "procMount", "seLinuxOptions", "seccompProfile", "windowsOptions"})
  private @Nullable SecurityContext securityContext;

  private @Nullable Integer replicas;

  private @Nullable MariaDbMetrics metrics;

  private @Nullable MariaDbReplication replication;

  private @Nullable MariaDbStorage storage;

  private @Nullable String priorityClassName;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable Boolean getProtectedSecret() {
    return protectedSecret;
  }

  public void setProtectedSecret(@Nullable Boolean protectedSecret) {
    this.protectedSecret = protectedSecret;
  }

  public @Nullable PodSecurityContext getPodSecurityContext() {
    return podSecurityContext;
  }

  public void setPodSecurityContext(@Nullable PodSecurityContext podSecurityContext) {
    this.podSecurityContext = podSecurityContext;
  }

  public @Nullable SecurityContext getSecurityContext() {
    return securityContext;
  }

  public void setSecurityContext(@Nullable SecurityContext securityContext) {
    this.securityContext = securityContext;
  }

  public @Nullable Integer getReplicas() {
    return replicas;
  }

  public void setReplicas(@Nullable Integer replicas) {
    this.replicas = replicas;
  }

  public @Nullable MariaDbMetrics getMetrics() {
    return metrics;
  }

  public void setMetrics(@Nullable MariaDbMetrics metrics) {
    this.metrics = metrics;
  }

  public @Nullable MariaDbReplication getReplication() {
    return replication;
  }

  public void setReplication(@Nullable MariaDbReplication replication) {
    this.replication = replication;
  }

  public @Nullable MariaDbStorage getStorage() {
    return storage;
  }

  public void setStorage(@Nullable MariaDbStorage storage) {
    this.storage = storage;
  }

  public @Nullable String getPriorityClassName() {
    return priorityClassName;
  }

  public void setPriorityClassName(@Nullable String priorityClassName) {
    this.priorityClassName = priorityClassName;
  }
}
