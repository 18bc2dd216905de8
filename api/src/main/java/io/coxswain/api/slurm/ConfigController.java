package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** The program that writes configuration into the jail. */
@CrdRule(
    value =
        "!has(self.reconfigureWaitTimeout) || !has(self.reconfigurePollInterval) ||"
            + " duration(self.reconfigureWaitTimeout) > duration(self.reconfigurePollInterval)",
    message = "ReconfigureWaitTimeout must be greater than ReconfigurePollInterval")
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ConfigController {
  private @Nullable SlurmNode node;

  private @Nullable NodeContainer container;

  private @Nullable Long runAsUid;

  private @Nullable Long runAsGid;

  @Default("20s")
  private @Nullable String reconfigurePollInterval;

  @Default("5m")
  private @Nullable String reconfigureWaitTimeout;

  private @Nullable Boolean hostUsers;

  @Required
  @Length(min = 1)
  private String serviceAccountName = "";

  public @Nullable SlurmNode getNode() {
    return node;
  }

  public void setNode(@Nullable SlurmNode node) {
    this.node = node;
  }

  public @Nullable NodeContainer getContainer() {
    return container;
  }

  public void setContainer(@Nullable NodeContainer container) {
    this.container = container;
  }

  public @Nullable Long getRunAsUid() {
    return runAsUid;
  }

  public void setRunAsUid(@Nullable Long runAsUid) {
    this.runAsUid = runAsUid;
  }

  public @Nullable Long getRunAsGid() {
    return runAsGid;
  }

  public void setRunAsGid(@Nullable Long runAsGid) {
    this.runAsGid = runAsGid;
  }

  public @Nullable String getReconfigurePollInterval() {
    return reconfigurePollInterval;
  }

  public void setReconfigurePollInterval(@Nullable String reconfigurePollInterval) {
    this.reconfigurePollInterval = reconfigurePollInterval;
  }

  public @Nullable String getReconfigureWaitTimeout() {
    return reconfigureWaitTimeout;
  }

  public void setReconfigureWaitTimeout(@Nullable String reconfigureWaitTimeout) {
    this.reconfigureWaitTimeout = reconfigureWaitTimeout;
  }

  public @Nullable Boolean getHostUsers() {
    return hostUsers;
  }

  public void setHostUsers(@Nullable Boolean hostUsers) {
    this.hostUsers = hostUsers;
  }

  public String getServiceAccountName() {
    return serviceAccountName;
  }

  public void setServiceAccountName(String serviceAccountName) {
    this.serviceAccountName = serviceAccountName;
  }
}
