package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Format;
import io.coxswain.api.crd.Pattern;
import org.jspecify.annotations.Nullable;

/** Options of slurm.conf for accounting. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class AccountingSlurmConfig {
  @Default("CPU,Mem,Node,VMem,Gres/gpu")
  @Pattern("^((Billing|CPU|Mem|VMem|Node|Energy|Pages|FS/Disk|FS/Lustre|Gres/gpu)(,)?)+$")
  private @Nullable String accountingStorageTRES;

  private @Nullable String accountingStoreFlags;

  private @Nullable String acctGatherInterconnectType;

  private @Nullable String acctGatherFilesystemType;

  private @Nullable String acctGatherProfileType;

  @Default("jobacct_gather/none")
  @Allowed({"jobacct_gather/linux", "jobacct_gather/cgroup", "jobacct_gather/none"})
  private @Nullable String jobAcctGatherType;

  @Default("0")
  @Format("")
  private @Nullable Integer jobAcctGatherFrequency;

  @Allowed({"NoShared", "UsePss", "OverMemoryKill", "DisableGPUAcct"})
  private @Nullable String jobAcctGatherParams;

  @Default("0")
  @Format("")
  private @Nullable Integer priorityWeightAge;

  @Default("0")
  @Format("")
  private @Nullable Integer priorityWeightFairshare;

  @Default("0")
  @Format("")
  private @Nullable Integer priorityWeightQOS;

  private @Nullable String priorityWeightTRES;

  public @Nullable String getAccountingStorageTRES() {
    return accountingStorageTRES;
  }

  public void setAccountingStorageTRES(@Nullable String accountingStorageTRES) {
    this.accountingStorageTRES = accountingStorageTRES;
  }

  public @Nullable String getAccountingStoreFlags() {
    return accountingStoreFlags;
  }

  public void setAccountingStoreFlags(@Nullable String accountingStoreFlags) {
    this.accountingStoreFlags = accountingStoreFlags;
  }

  public @Nullable String getAcctGatherInterconnectType() {
    return acctGatherInterconnectType;
  }

  public void setAcctGatherInterconnectType(@Nullable String acctGatherInterconnectType) {
    this.acctGatherInterconnectType = acctGatherInterconnectType;
  }

  public @Nullable String getAcctGatherFilesystemType() {
    return acctGatherFilesystemType;
  }

  public void setAcctGatherFilesystemType(@Nullable String acctGatherFilesystemType) {
    this.acctGatherFilesystemType = acctGatherFilesystemType;
  }

  public @Nullable String getAcctGatherProfileType() {
    return acctGatherProfileType;
  }

  public void setAcctGatherProfileType(@Nullable String acctGatherProfileType) {
    this.acctGatherProfileType = acctGatherProfileType;
  }

  public @Nullable String getJobAcctGatherType() {
    return jobAcctGatherType;
  }

  public void setJobAcctGatherType(@Nullable String jobAcctGatherType) {
    this.jobAcctGatherType = jobAcctGatherType;
  }

  public @Nullable Integer getJobAcctGatherFrequency() {
    return jobAcctGatherFrequency;
  }

  public void setJobAcctGatherFrequency(@Nullable Integer jobAcctGatherFrequency) {
    this.jobAcctGatherFrequency = jobAcctGatherFrequency;
  }

  public @Nullable String getJobAcctGatherParams() {
    return jobAcctGatherParams;
  }

  public void setJobAcctGatherParams(@Nullable String jobAcctGatherParams) {
    this.jobAcctGatherParams = jobAcctGatherParams;
  }

  public @Nullable Integer getPriorityWeightAge() {
    return priorityWeightAge;
  }

  public void setPriorityWeightAge(@Nullable Integer priorityWeightAge) {
    this.priorityWeightAge = priorityWeightAge;
  }

  public @Nullable Integer getPriorityWeightFairshare() {
    return priorityWeightFairshare;
  }

  public void setPriorityWeightFairshare(@Nullable Integer priorityWeightFairshare) {
    this.priorityWeightFairshare = priorityWeightFairshare;
  }

  public @Nullable Integer getPriorityWeightQOS() {
    return priorityWeightQOS;
  }

  public void setPriorityWeightQOS(@Nullable Integer priorityWeightQOS) {
    this.priorityWeightQOS = priorityWeightQOS;
  }

  public @Nullable String getPriorityWeightTRES() {
    return priorityWeightTRES;
  }

  public void setPriorityWeightTRES(@Nullable String priorityWeightTRES) {
    this.priorityWeightTRES = priorityWeightTRES;
  }
}
