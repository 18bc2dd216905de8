package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The scrape settings of slurmctld's metrics. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class OpenMetricsServiceMonitor {
  @Default("30s")
  @Pattern(PrometheusDuration.PATTERN)
  private @Nullable String interval;

  @Default("28s")
  @Pattern(PrometheusDuration.PATTERN)
  private @Nullable String scrapeTimeout;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<@Allowed({"jobs", "jobs-users-accts", "nodes", "partitions", "scheduler"}) String>
      endpoints = new ArrayList<>();

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

  public List<String> getEndpoints() {
    return endpoints;
  }

  public void setEndpoints(List<String> endpoints) {
    this.endpoints = endpoints;
  }
}
