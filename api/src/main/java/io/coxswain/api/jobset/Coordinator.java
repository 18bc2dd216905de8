package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Format;
import io.coxswain.api.crd.Required;

/** The pod whose stable address every Job and pod has as a label. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class Coordinator {
  @Required private String replicatedJob = "";

  @Format("")
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  private int jobIndex;

  @Format("")
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  private int podIndex;

  public String getReplicatedJob() {
    return replicatedJob;
  }

  public void setReplicatedJob(String replicatedJob) {
    this.replicatedJob = replicatedJob;
  }

  public int getJobIndex() {
    return jobIndex;
  }

  public void setJobIndex(int jobIndex) {
    this.jobIndex = jobIndex;
  }

  public int getPodIndex() {
    return podIndex;
  }

  public void setPodIndex(int podIndex) {
    this.podIndex = podIndex;
  }
}
