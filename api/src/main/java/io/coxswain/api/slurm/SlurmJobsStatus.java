package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Format;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last run of a check by Slurm. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SlurmJobsStatus {
  @Format("date-time")
  private @Nullable String lastTransitionTime;

  private @Nullable String lastRunId;

  private @Nullable String lastRunName;

  private @Nullable String lastRunStatus;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<JobReason> lastRunFailJobsAndReasons = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<JobReason> lastRunErrorJobsAndReasons = new ArrayList<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<String> lastRunCancelledJobs = new ArrayList<>();

  @Format("date-time")
  private @Nullable String lastRunSubmitTime;

  public @Nullable String getLastTransitionTime() {
    return lastTransitionTime;
  }

  public void setLastTransitionTime(@Nullable String lastTransitionTime) {
    this.lastTransitionTime = lastTransitionTime;
  }

  public @Nullable String getLastRunId() {
    return lastRunId;
  }

  public void setLastRunId(@Nullable String lastRunId) {
    this.lastRunId = lastRunId;
  }

  public @Nullable String getLastRunName() {
    return lastRunName;
  }

  public void setLastRunName(@Nullable String lastRunName) {
    this.lastRunName = lastRunName;
  }

  public @Nullable String getLastRunStatus() {
    return lastRunStatus;
  }

  public void setLastRunStatus(@Nullable String lastRunStatus) {
    this.lastRunStatus = lastRunStatus;
  }

  public List<JobReason> getLastRunFailJobsAndReasons() {
    return lastRunFailJobsAndReasons;
  }

  public void setLastRunFailJobsAndReasons(List<JobReason> lastRunFailJobsAndReasons) {
    this.lastRunFailJobsAndReasons = lastRunFailJobsAndReasons;
  }

  public List<JobReason> getLastRunErrorJobsAndReasons() {
    return lastRunErrorJobsAndReasons;
  }

  public void setLastRunErrorJobsAndReasons(List<JobReason> lastRunErrorJobsAndReasons) {
    this.lastRunErrorJobsAndReasons = lastRunErrorJobsAndReasons;
  }

  public List<String> getLastRunCancelledJobs() {
    return lastRunCancelledJobs;
  }

  public void setLastRunCancelledJobs(List<String> lastRunCancelledJobs) {
    this.lastRunCancelledJobs = lastRunCancelledJobs;
  }

  public @Nullable String getLastRunSubmitTime() {
    return lastRunSubmitTime;
  }

  public void setLastRunSubmitTime(@Nullable String lastRunSubmitTime) {
    this.lastRunSubmitTime = lastRunSubmitTime;
  }
}
