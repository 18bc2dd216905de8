package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The node of slurmdbd, and its database. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class AccountingNode extends SlurmNode {
  @Default("false")
  private @Nullable Boolean enabled;

  private @Nullable NodeContainer slurmdbd;

  private @Nullable NodeContainer munge;

  private @Nullable ExternalDb externalDB;

  private @Nullable MariaDbOperator mariadbOperator;

  private @Nullable SlurmdbdConfig slurmdbdConfig;

  private @Nullable AccountingSlurmConfig slurmConfig;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable NodeContainer getSlurmdbd() {
    return slurmdbd;
  }

  public void setSlurmdbd(@Nullable NodeContainer slurmdbd) {
    this.slurmdbd = slurmdbd;
  }

  public @Nullable NodeContainer getMunge() {
    return munge;
  }

  public void setMunge(@Nullable NodeContainer munge) {
    this.munge = munge;
  }

  public @Nullable ExternalDb getExternalDB() {
    return externalDB;
  }

  public void setExternalDB(@Nullable ExternalDb externalDB) {
    this.externalDB = externalDB;
  }

  public @Nullable MariaDbOperator getMariadbOperator() {
    return mariadbOperator;
  }

  public void setMariadbOperator(@Nullable MariaDbOperator mariadbOperator) {
    this.mariadbOperator = mariadbOperator;
  }

  public @Nullable SlurmdbdConfig getSlurmdbdConfig() {
    return slurmdbdConfig;
  }

  public void setSlurmdbdConfig(@Nullable SlurmdbdConfig slurmdbdConfig) {
    this.slurmdbdConfig = slurmdbdConfig;
  }

  public @Nullable AccountingSlurmConfig getSlurmConfig() {
    return slurmConfig;
  }

  public void setSlurmConfig(@Nullable AccountingSlurmConfig slurmConfig) {
    this.slurmConfig = slurmConfig;
  }
}
