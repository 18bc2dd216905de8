package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Required;

/** The numbers of Jobs of one replicated job by state. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class JobStatus {
  @Required
  @Length(min = 1, max = 253)
  private String name = "";

  @Required
  @Minimum(0)
  private int ready;

  @Required
  @Minimum(0)
  private int succeeded;

  @Required
  @Minimum(0)
  private int failed;

  @Required
  @Minimum(0)
  private int active;

  @Required
  @Minimum(0)
  private int suspended;

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
}
