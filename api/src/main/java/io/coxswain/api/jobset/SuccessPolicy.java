package io.coxswain.api.jobset;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Required;
import java.util.ArrayList;
import java.util.List;

/** When the JobSet has succeeded. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class SuccessPolicy {
  @Required
  @Allowed({"All", "Any"})
  private String operator = "";

  /** The replicated jobs that count; all if empty. */
  @CrdListType("atomic")
  private List<String> targetReplicatedJobs = new ArrayList<>();

  public String getOperator() {
    return operator;
  }

  public void setOperator(String operator) {
    this.operator = operator;
  }

  public List<String> getTargetReplicatedJobs() {
    return targetReplicatedJobs;
  }

  public void setTargetReplicatedJobs(List<String> targetReplicatedJobs) {
    this.targetReplicatedJobs = targetReplicatedJobs;
  }
}
