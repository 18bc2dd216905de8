package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;

/** Requests and limits. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbResources {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, Quantity> limits = new LinkedHashMap<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, Quantity> requests = new LinkedHashMap<>();

  public Map<String, Quantity> getLimits() {
    return limits;
  }

  public void setLimits(Map<String, Quantity> limits) {
    this.limits = limits;
  }

  public Map<String, Quantity> getRequests() {
    return requests;
  }

  public void setRequests(Map<String, Quantity> requests) {
    this.requests = requests;
  }
}
