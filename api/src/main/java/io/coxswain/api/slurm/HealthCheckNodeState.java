package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Required;

/** A node state in which nodes are checked. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class HealthCheckNodeState {
  @Required
  @Allowed({"ALLOC", "ANY", "CYCLE", "IDLE", "NONDRAINED_IDLE", "MIXED"})
  private String state = "";

  public String getState() {
    return state;
  }

  public void setState(String state) {
    this.state = state;
  }
}
