package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;

/** A failed job and the reason. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class JobReason {
  @Required private String jobID = "";

  @Required private String reason = "";

  public String getJobID() {
    return jobID;
  }

  public void setJobID(String jobID) {
    this.jobID = jobID;
  }

  public String getReason() {
    return reason;
  }

  public void setReason(String reason) {
    this.reason = reason;
  }
}
