package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;

/** The program by which slurmd checks its node. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class HealthCheckConfig {
  @Required private Integer healthCheckInterval = 0;

  @Required private String healthCheckProgram = "";

  @Required
  @Size(min = 1)
  private List<HealthCheckNodeState> healthCheckNodeState = new ArrayList<>();

  public Integer getHealthCheckInterval() {
    return healthCheckInterval;
  }

  public void setHealthCheckInterval(Integer healthCheckInterval) {
    this.healthCheckInterval = healthCheckInterval;
  }

  public String getHealthCheckProgram() {
    return healthCheckProgram;
  }

  public void setHealthCheckProgram(String healthCheckProgram) {
    this.healthCheckProgram = healthCheckProgram;
  }

  public List<HealthCheckNodeState> getHealthCheckNodeState() {
    return healthCheckNodeState;
  }

  public void setHealthCheckNodeState(List<HealthCheckNodeState> healthCheckNodeState) {
    this.healthCheckNodeState = healthCheckNodeState;
  }
}
