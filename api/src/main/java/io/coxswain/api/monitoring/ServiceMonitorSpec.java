package io.coxswain.api.monitoring;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The selected Services and their endpoints. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ServiceMonitorSpec {
  private @Nullable String jobLabel;

  private @Nullable LabelSelector selector;

  private @Nullable MonitoredNamespaces namespaceSelector;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<MetricsEndpoint> endpoints = new ArrayList<>();

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

  public @Nullable MonitoredNamespaces getNamespaceSelector() {
    return namespaceSelector;
  }

  public void setNamespaceSelector(@Nullable MonitoredNamespaces namespaceSelector) {
    this.namespaceSelector = namespaceSelector;
  }

  public List<MetricsEndpoint> getEndpoints() {
    return endpoints;
  }

  public void setEndpoints(List<MetricsEndpoint> endpoints) {
    this.endpoints = endpoints;
  }
}
