package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A status that is never set. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class StatusMetadata {
  private @Nullable String updateStatus;

  private @Nullable String reason;

  private @Nullable Long observedGeneration;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType(value = "map", keys = "type")
  private List<TimedCondition> conditions = new ArrayList<>();

  public @Nullable String getUpdateStatus() {
    return updateStatus;
  }

  public void setUpdateStatus(@Nullable String updateStatus) {
    this.updateStatus = updateStatus;
  }

  public @Nullable String getReason() {
    return reason;
  }

  public void setReason(@Nullable String reason) {
    this.reason = reason;
  }

  public @Nullable Long getObservedGeneration() {
    return observedGeneration;
  }

  public void setObservedGeneration(@Nullable Long observedGeneration) {
    this.observedGeneration = observedGeneration;
  }

  public List<TimedCondition> getConditions() {
    return conditions;
  }

  public void setConditions(List<TimedCondition> conditions) {
    this.conditions = conditions;
  }
}
