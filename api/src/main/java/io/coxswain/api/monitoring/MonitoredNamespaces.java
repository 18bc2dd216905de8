package io.coxswain.api.monitoring;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;

/** Namespaces by name. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MonitoredNamespaces {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> matchNames = new ArrayList<>();

  public List<String> getMatchNames() {
    return matchNames;
  }

  public void setMatchNames(List<String> matchNames) {
    this.matchNames = matchNames;
  }
}
