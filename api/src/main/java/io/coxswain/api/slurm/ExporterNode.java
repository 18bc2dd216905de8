package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Pattern;
import org.jspecify.annotations.Nullable;

/** The node that exports metrics of Slurm. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ExporterNode extends SlurmNode {
  @Default("false")
  private @Nullable Boolean enabled;

  @Default("{\"interval\":\"30s\",\"jobLabel\":\"slurm-exporter\",\"scrapeTimeout\":\"20s\"}")
  private @Nullable PodMonitorConfig podMonitorConfig;

  /** Deprecated; an image here disables the exporter. */
  private @Nullable LegacyExporter exporter;

  private @Nullable NodeContainer munge;

  private @Nullable ExporterVolumes volumes;

  private @Nullable NodeContainer exporterContainer;

  @Default("30s")
  @Pattern(PrometheusDuration.PATTERN)
  private @Nullable String collectionInterval;

  @Default("1")
  @Minimum(1)
  private @Nullable Integer maxCollectorInflight;

  @Default("controller")
  @Allowed({"controller", "accounting"})
  private @Nullable String jobSource;

  @Default("1h")
  @Pattern(PrometheusDuration.PATTERN)
  @CrdRule(
      value = "self.matches('[1-9]')",
      message = "accountingJobsLookback must be greater than zero")
  private @Nullable String accountingJobsLookback;

  private @Nullable String serviceAccountName;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable PodMonitorConfig getPodMonitorConfig() {
    return podMonitorConfig;
  }

  public void setPodMonitorConfig(@Nullable PodMonitorConfig podMonitorConfig) {
    this.podMonitorConfig = podMonitorConfig;
  }

  public @Nullable LegacyExporter getExporter() {
    return exporter;
  }

  public void setExporter(@Nullable LegacyExporter exporter) {
    this.exporter = exporter;
  }

  public @Nullable NodeContainer getMunge() {
    return munge;
  }

  public void setMunge(@Nullable NodeContainer munge) {
    this.munge = munge;
  }

  public @Nullable ExporterVolumes getVolumes() {
    return volumes;
  }

  public void setVolumes(@Nullable ExporterVolumes volumes) {
    this.volumes = volumes;
  }

  public @Nullable NodeContainer getExporterContainer() {
    return exporterContainer;
  }

  public void setExporterContainer(@Nullable NodeContainer exporterContainer) {
    this.exporterContainer = exporterContainer;
  }

  public @Nullable String getCollectionInterval() {
    return collectionInterval;
  }

  public void setCollectionInterval(@Nullable String collectionInterval) {
    this.collectionInterval = collectionInterval;
  }

  public @Nullable Integer getMaxCollectorInflight() {
    return maxCollectorInflight;
  }

  public void setMaxCollectorInflight(@Nullable Integer maxCollectorInflight) {
    this.maxCollectorInflight = maxCollectorInflight;
  }

  public @Nullable String getJobSource() {
    return jobSource;
  }

  public void setJobSource(@Nullable String jobSource) {
    this.jobSource = jobSource;
  }

  public @Nullable String getAccountingJobsLookback() {
    return accountingJobsLookback;
  }

  public void setAccountingJobsLookback(@Nullable String accountingJobsLookback) {
    this.accountingJobsLookback = accountingJobsLookback;
  }

  public @Nullable String getServiceAccountName() {
    return serviceAccountName;
  }

  public void setServiceAccountName(@Nullable String serviceAccountName) {
    this.serviceAccountName = serviceAccountName;
  }
}
