package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The metrics served by slurmctld itself. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class OpenMetrics {
  @Default("true")
  private @Nullable Boolean enabled;

  @Default("{\"interval\":\"30s\",\"scrapeTimeout\":\"28s\"}")
  private @Nullable OpenMetricsServiceMonitor serviceMonitor;

  public @Nullable Boolean getEnabled() {
    return enabled;
  }

  public void setEnabled(@Nullable Boolean enabled) {
    this.enabled = enabled;
  }

  public @Nullable OpenMetricsServiceMonitor getServiceMonitor() {
    return serviceMonitor;
  }

  public void setServiceMonitor(@Nullable OpenMetricsServiceMonitor serviceMonitor) {
    this.serviceMonitor = serviceMonitor;
  }
}
