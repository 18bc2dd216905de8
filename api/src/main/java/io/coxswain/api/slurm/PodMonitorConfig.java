package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Pattern;
import io.coxswain.api.monitoring.RelabelConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The scrape interval and relabeling of the exporter. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class PodMonitorConfig {
  private @Nullable String jobLabel;

  @Pattern(PrometheusDuration.PATTERN)
  private @Nullable String interval;

  @Pattern(PrometheusDuration.PATTERN)
  private @Nullable String scrapeTimeout;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<RelabelConfig> relabelConfig = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<RelabelConfig> metricRelabelConfigs = new ArrayList<>();

  public @Nullable String getJobLabel() {
    return jobLabel;
  }

  public void setJobLabel(@Nullable String jobLabel) {
    this.jobLabel = jobLabel;
  }

  public @Nullable String getInterval() {
    return interval;
  }

  public void setInterval(@Nullable String interval) {
    this.interval = interval;
  }

  public @Nullable String getScrapeTimeout() {
    return scrapeTimeout;
  }

  public void setScrapeTimeout(@Nullable String scrapeTimeout) {
    this.scrapeTimeout = scrapeTimeout;
  }

  public List<RelabelConfig> getRelabelConfig() {
    return relabelConfig;
  }

  public void setRelabelConfig(List<RelabelConfig> relabelConfig) {
    this.relabelConfig = relabelConfig;
  }

  public List<RelabelConfig> getMetricRelabelConfigs() {
    return metricRelabelConfigs;
  }

  public void setMetricRelabelConfigs(List<RelabelConfig> metricRelabelConfigs) {
    this.metricRelabelConfigs = metricRelabelConfigs;
  }
}
