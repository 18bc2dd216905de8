package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Format;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** The last Job of a check. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class K8sJobsStatus {
  @Format("date-time")
  private @Nullable String lastTransitionTime;

  @Format("date-time")
  private @Nullable String lastJobScheduleTime;

  @Format("date-time")
  private @Nullable String lastJobSuccessfulTime;

  @Required private String lastJobName = "";

  @Required private String lastJobStatus = "";

  public @Nullable String getLastTransitionTime() {
    return lastTransitionTime;
  }

  public void setLastTransitionTime(@Nullable String lastTransitionTime) {
    this.lastTransitionTime = lastTransitionTime;
  }

  public @Nullable String getLastJobScheduleTime() {
    return lastJobScheduleTime;
  }

  public void setLastJobScheduleTime(@Nullable String lastJobScheduleTime) {
    this.lastJobScheduleTime = lastJobScheduleTime;
  }

  public @Nullable String getLastJobSuccessfulTime() {
    return lastJobSuccessfulTime;
  }

  public void setLastJobSuccessfulTime(@Nullable String lastJobSuccessfulTime) {
    this.lastJobSuccessfulTime = lastJobSuccessfulTime;
  }

  public String getLastJobName() {
    return lastJobName;
  }

  public void setLastJobName(String lastJobName) {
    this.lastJobName = lastJobName;
  }

  public String getLastJobStatus() {
    return lastJobStatus;
  }

  public void setLastJobStatus(String lastJobStatus) {
    this.lastJobStatus = lastJobStatus;
  }
}
