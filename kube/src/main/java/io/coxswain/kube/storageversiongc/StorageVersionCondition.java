package io.coxswain.kube.storageversiongc;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** A condition of a StorageVersion. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class StorageVersionCondition {
  private String type = "";

  private String status = "";

  private @Nullable Long observedGeneration;

  private @Nullable String lastTransitionTime;

  private String reason = "";

  private String message = "";

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

  public @Nullable String getLastTransitionTime() {
    return lastTransitionTime;
  }

  public void setLastTransitionTime(@Nullable String lastTransitionTime) {
    this.lastTransitionTime = lastTransitionTime;
  }

  public String getReason() {
    return reason;
  }

  public void setReason(String reason) {
    this.reason = reason;
  }

  public String getMessage() {
    return message;
  }

  public void setMessage(String message) {
    this.message = message;
  }
}
