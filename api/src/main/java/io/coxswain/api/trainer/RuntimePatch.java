package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Format;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** One manager's changes to the runtime of a TrainJob. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class RuntimePatch {
  /** The manager of the changes, such as {@code acme.io/queue}. */
  @Required
  @Length(min = 1, max = 253)
  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private String manager = "";

  /** The time of the last change; informational. */
  @Format("date-time")
  private @Nullable String time;

  private @Nullable TrainingRuntimeSpecPatch trainingRuntimeSpec;

  public String getManager() {
    return manager;
  }

  public void setManager(String manager) {
    this.manager = manager;
  }

  public @Nullable String getTime() {
    return time;
  }

  public void setTime(@Nullable String time) {
    this.time = time;
  }

  public @Nullable TrainingRuntimeSpecPatch getTrainingRuntimeSpec() {
    return trainingRuntimeSpec;
  }

  public void setTrainingRuntimeSpec(@Nullable TrainingRuntimeSpecPatch trainingRuntimeSpec) {
    this.trainingRuntimeSpec = trainingRuntimeSpec;
  }
}
