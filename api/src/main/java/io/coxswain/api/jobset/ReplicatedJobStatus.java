package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;

/** The numbers of Jobs of a replicated job by state. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class ReplicatedJobStatus {
  @Required private String name = "";

  @Required private int ready;

  @Required private int succeeded;

  @Required private int failed;

  @Required private int active;

  @Required private int suspended;

  /** Restarts of single Jobs, by index. */
  @CrdListType("atomic")
  @Size(max = 1024)
  private List<Integer> jobRestarts = new ArrayList<>();

  @CrdListType("atomic")
  @Size(max = 1024)
  private List<Integer> jobRestartsCountTowardsMax = new ArrayList<>();

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public int getReady() {
    return ready;
  }

  public void setReady(int ready) {
    this.ready = ready;
  }

  public int getSucceeded() {
    return succeeded;
  }

  public void setSucceeded(int succeeded) {
    this.succeeded = succeeded;
  }

  public int getFailed() {
    return failed;
  }

  public void setFailed(int failed) {
    this.failed = failed;
  }

  public int getActive() {
    return active;
  }

  public void setActive(int active) {
    this.active = active;
  }

  public int getSuspended() {
    return suspended;
  }

  public void setSuspended(int suspended) {
    this.suspended = suspended;
  }

  public List<Integer> getJobRestarts() {
    return jobRestarts;
  }

  public void setJobRestarts(List<Integer> jobRestarts) {
    this.jobRestarts = jobRestarts;
  }

  public List<Integer> getJobRestartsCountTowardsMax() {
    return jobRestartsCountTowardsMax;
  }

  public void setJobRestartsCountTowardsMax(List<Integer> jobRestartsCountTowardsMax) {
    this.jobRestartsCountTowardsMax = jobRestartsCountTowardsMax;
  }
}
