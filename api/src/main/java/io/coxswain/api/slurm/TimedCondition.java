package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Allowed;
import io.coxswain.api.crd.Format;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** A condition with the time of its last check. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class TimedCondition {
  @Required
  @Length(max = 316)
  private String type = "";

  @Required
  @Allowed({"True", "False", "Unknown"})
  private String status = "";

  @Minimum(0)
  private @Nullable Long observedGeneration;

  @Required
  @Format("date-time")
  private String lastTransitionTime = "";

  @Required
  @Format("date-time")
  private String lastUpdateTime = "";

  @Required
  @Length(min = 1, max = 1024)
  private String reason = "";

  @Length(max = 32768)
  private @Nullable String message;

  public String getType() {
    return type;
  }

  public void setType(String type) {
    this.type = type;
  }

  public String getStatus() {
    return status;
  }

  public void setStatus(String status) {
    this.status = status;
  }

  public @Nullable Long getObservedGeneration() {
    return observedGeneration;
  }

  public void setObservedGeneration(@Nullable Long observedGeneration) {
    this.observedGeneration = observedGeneration;
  }

  public String getLastTransitionTime() {
    return lastTransitionTime;
  }

  public void setLastTransitionTime(String lastTransitionTime) {
    this.lastTransitionTime = lastTransitionTime;
  }

  public String getLastUpdateTime() {
    return lastUpdateTime;
  }

  public void setLastUpdateTime(String lastUpdateTime) {
    this.lastUpdateTime = lastUpdateTime;
  }

  public String getReason() {
    return reason;
  }

  public void setReason(String reason) {
    this.reason = reason;
  }

  public @Nullable String getMessage() {
    return message;
  }

  public void setMessage(@Nullable String message) {
    this.message = message;
  }
}
