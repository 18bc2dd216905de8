package io.coxswain.api.monitoring;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scraped path. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MetricsEndpoint {
  private @Nullable String port;

  private @Nullable String path;

  private @Nullable String scheme;

  private @Nullable String interval;

  private @Nullable String scrapeTimeout;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<RelabelConfig> metricRelabelings = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<RelabelConfig> relabelings = new ArrayList<>();

  public @Nullable String getPort() {
    return port;
  }

  public void setPort(@Nullable String port) {
    this.port = port;
  }

  public @Nullable String getPath() {
    return path;
  }

  public void setPath(@Nullable String path) {
    this.path = path;
  }

  public @Nullable String getScheme() {
    return scheme;
  }

  public void setScheme(@Nullable String scheme) {
    this.scheme = scheme;
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

  public List<RelabelConfig> getMetricRelabelings() {
    return metricRelabelings;
  }

  public void setMetricRelabelings(List<RelabelConfig> metricRelabelings) {
    this.metricRelabelings = metricRelabelings;
  }

  public List<RelabelConfig> getRelabelings() {
    return relabelings;
  }

  public void setRelabelings(List<RelabelConfig> relabelings) {
    this.relabelings = relabelings;
  }
}
