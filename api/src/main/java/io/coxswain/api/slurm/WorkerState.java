package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Format;
import org.jspecify.annotations.Nullable;

/** One worker's state. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class WorkerState {
  @Allowed({"Pending", "Running", "Succeeded", "Failed", "Unknown"})
  private @Nullable String phase;

  private @Nullable String podName;

  private @Nullable String slurmState;

  @Format("date-time")
  private @Nullable String lastTransitionTime;

  private @Nullable String message;

  public @Nullable String getPhase() {
    return phase;
  }

  public void setPhase(@Nullable String phase) {
    this.phase = phase;
  }

  public @Nullable String getPodName() {
    return podName;
  }

  public void setPodName(@Nullable String podName) {
    this.podName = podName;
  }

  public @Nullable String getSlurmState() {
    return slurmState;
  }

  public void setSlurmState(@Nullable String slurmState) {
    this.slurmState = slurmState;
  }

  public @Nullable String getLastTransitionTime() {
    return lastTransitionTime;
  }

  public void setLastTransitionTime(@Nullable String lastTransitionTime) {
    this.lastTransitionTime = lastTransitionTime;
  }

  public @Nullable String getMessage() {
    return message;
  }

  public void setMessage(@Nullable String message) {
    this.message = message;
  }
}
