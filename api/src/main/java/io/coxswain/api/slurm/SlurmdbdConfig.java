package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Format;
import org.jspecify.annotations.Nullable;

/** Options of slurmdbd.conf. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SlurmdbdConfig {
  @Default("yes")
  @Allowed({"yes", "no"})
  private @Nullable String archiveEvents;

  @Default("yes")
  @Allowed({"yes", "no"})
  private @Nullable String archiveJobs;

  @Default("yes")
  @Allowed({"yes", "no"})
  private @Nullable String archiveResvs;

  @Default("no")
  @Allowed({"yes", "no"})
  private @Nullable String archiveSteps;

  @Default("no")
  @Allowed({"yes", "no"})
  private @Nullable String archiveSuspend;

  @Default("no")
  @Allowed({"yes", "no"})
  private @Nullable String archiveTXN;

  @Default("yes")
  @Allowed({"yes", "no"})
  private @Nullable String archiveUsage;

  @Default("info")
  @Allowed({
    "quiet", "fatal", "error", "info", "verbose", "debug", "debug2", "debug3", "debug4", "debug5"
  })
  private @Nullable String debugLevel;

  @Default("2")
  @Format("")
  private @Nullable Integer tcpTimeout;

  @Default("1month")
  private @Nullable String purgeEventAfter;

  @Default("12month")
  private @Nullable String purgeJobAfter;

  @Default("1month")
  private @Nullable String purgeResvAfter;

  @Default("1month")
  private @Nullable String purgeStepAfter;

  @Default("1month")
  private @Nullable String purgeSuspendAfter;

  @Default("12month")
  private @Nullable String purgeTXNAfter;

  @Default("24month")
  private @Nullable String purgeUsageAfter;

  private @Nullable String privateData;

  @Allowed({
    "AuditRPCs",
    "DB_ARCHIVE",
    "DB_ASSOC",
    "DB_EVENT",
    "DB_JOB",
    "DB_QOS",
    "DB_QUERY",
    "DB_RESERVATION",
    "DB_RESOURCE",
    "DB_STEP",
    "DB_TRES",
    "DB_USAGE",
    "Network"
  })
  private @Nullable String debugFlags;

  public @Nullable String getArchiveEvents() {
    return archiveEvents;
  }

  public void setArchiveEvents(@Nullable String archiveEvents) {
    this.archiveEvents = archiveEvents;
  }

  public @Nullable String getArchiveJobs() {
    return archiveJobs;
  }

  public void setArchiveJobs(@Nullable String archiveJobs) {
    this.archiveJobs = archiveJobs;
  }

  public @Nullable String getArchiveResvs() {
    return archiveResvs;
  }

  public void setArchiveResvs(@Nullable String archiveResvs) {
    this.archiveResvs = archiveResvs;
  }

  public @Nullable String getArchiveSteps() {
    return archiveSteps;
  }

  public void setArchiveSteps(@Nullable String archiveSteps) {
    this.archiveSteps = archiveSteps;
  }

  public @Nullable String getArchiveSuspend() {
    return archiveSuspend;
  }

  public void setArchiveSuspend(@Nullable String archiveSuspend) {
    this.archiveSuspend = archiveSuspend;
  }

  public @Nullable String getArchiveTXN() {
    return archiveTXN;
  }

  public void setArchiveTXN(@Nullable String archiveTXN) {
    this.archiveTXN = archiveTXN;
  }

  public @Nullable String getArchiveUsage() {
    return archiveUsage;
  }

  public void setArchiveUsage(@Nullable String archiveUsage) {
    this.archiveUsage = archiveUsage;
  }

  public @Nullable String getDebugLevel() {
    return debugLevel;
  }

  public void setDebugLevel(@Nullable String debugLevel) {
    this.debugLevel = debugLevel;
  }

  public @Nullable Integer getTcpTimeout() {
    return tcpTimeout;
  }

  public void setTcpTimeout(@Nullable Integer tcpTimeout) {
    this.tcpTimeout = tcpTimeout;
  }

  public @Nullable String getPurgeEventAfter() {
    return purgeEventAfter;
  }

  public void setPurgeEventAfter(@Nullable String purgeEventAfter) {
    this.purgeEventAfter = purgeEventAfter;
  }

  public @Nullable String getPurgeJobAfter() {
    return purgeJobAfter;
  }

  public void setPurgeJobAfter(@Nullable String purgeJobAfter) {
    this.purgeJobAfter = purgeJobAfter;
  }

  public @Nullable String getPurgeResvAfter() {
    return purgeResvAfter;
  }

  public void setPurgeResvAfter(@Nullable String purgeResvAfter) {
    this.purgeResvAfter = purgeResvAfter;
  }

  public @Nullable String getPurgeStepAfter() {
    return purgeStepAfter;
  }

  public void setPurgeStepAfter(@Nullable String purgeStepAfter) {
    this.purgeStepAfter = purgeStepAfter;
  }

  public @Nullable String getPurgeSuspendAfter() {
    return purgeSuspendAfter;
  }

  public void setPurgeSuspendAfter(@Nullable String purgeSuspendAfter) {
    this.purgeSuspendAfter = purgeSuspendAfter;
  }

  public @Nullable String getPurgeTXNAfter() {
    return purgeTXNAfter;
  }

  public void setPurgeTXNAfter(@Nullable String purgeTXNAfter) {
    this.purgeTXNAfter = purgeTXNAfter;
  }

  public @Nullable String getPurgeUsageAfter() {
    return purgeUsageAfter;
  }

  public void setPurgeUsageAfter(@Nullable String purgeUsageAfter) {
    this.purgeUsageAfter = purgeUsageAfter;
  }

  public @Nullable String getPrivateData() {
    return privateData;
  }

  public void setPrivateData(@Nullable String privateData) {
    this.privateData = privateData;
  }

  public @Nullable String getDebugFlags() {
    return debugFlags;
  }

  public void setDebugFlags(@Nullable String debugFlags) {
    this.debugFlags = debugFlags;
  }
}
