package io.coxswain.api.monitoring;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The selected pods and their endpoints. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class PodMonitorSpec {
  private @Nullable String jobLabel;

  private @Nullable LabelSelector selector;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<MetricsEndpoint> podMetricsEndpoints = new ArrayList<>();

  public @Nullable String getJobLabel() {
    return jobLabel;
  }

  public void setJobLabel(@Nullable String jobLabel) {
    this.jobLabel = jobLabel;
  }

  public @Nullable LabelSelector getSelector() {
    return selector;
  }

  public void setSelector(@Nullable LabelSelector selector) {
    this.selector = selector;
  }

  public List<MetricsEndpoint> getPodMetricsEndpoints() {
    return podMetricsEndpoints;
  }

  public void setPodMetricsEndpoints(List<MetricsEndpoint> podMetricsEndpoints) {
    this.podMetricsEndpoints = podMetricsEndpoints;
  }
}
