package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Minimum;
import io.coxswain.api.crd.Required;
import io.coxswain.api.crd.Size;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The desired state: a runtime, and the settings of this run. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class TrainJobSpec {
  @Required
  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private RuntimeRef runtimeRef = new RuntimeRef();

  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private @Nullable Initializer initializer;

  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private @Nullable Trainer trainer;

  /** Changes to the runtime for this job, one entry per manager. */
  @CrdListType(value = "map", keys = "manager")
  @Size(max = 16)
  private List<RuntimePatch> runtimePatches = new ArrayList<>();

  @Default("false")
  private @Nullable Boolean suspend;

  /** The maximum run time; it starts again on each resumption. */
  @Minimum(1)
  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private @Nullable Long activeDeadlineSeconds;

  /** The controller that reconciles this job; the built-in one if absent. */
  @Default("trainer.kubeflow.org/trainjob-controller")
  @Length(max = 253)
  @CrdRule(
      value = "self in ['trainer.kubeflow.org/trainjob-controller', 'kueue.x-k8s.io/multikueue']",
      message =
          "ManagedBy must be trainer.kubeflow.org/trainjob-controller or"
              + " kueue.x-k8s.io/multikueue if set")
  @CrdRule(value = "self == oldSelf", message = "field is immutable")
  private @Nullable String managedBy;

  public RuntimeRef getRuntimeRef() {
    return runtimeRef;
  }

  public void setRuntimeRef(RuntimeRef runtimeRef) {
    this.runtimeRef = runtimeRef;
  }

  public @Nullable Initializer getInitializer() {
    return initializer;
  }

  public void setInitializer(@Nullable Initializer initializer) {
    this.initializer = initializer;
  }

  public @Nullable Trainer getTrainer() {
    return trainer;
  }

  public void setTrainer(@Nullable Trainer trainer) {
    this.trainer = trainer;
  }

  public List<RuntimePatch> getRuntimePatches() {
    return runtimePatches;
  }

  public void setRuntimePatches(List<RuntimePatch> runtimePatches) {
    this.runtimePatches = runtimePatches;
  }

  public @Nullable Boolean getSuspend() {
    return suspend;
  }

  public void setSuspend(@Nullable Boolean suspend) {
    this.suspend = suspend;
  }

  public @Nullable Long getActiveDeadlineSeconds() {
    return activeDeadlineSeconds;
  }

  public void setActiveDeadlineSeconds(@Nullable Long activeDeadlineSeconds) {
    this.activeDeadlineSeconds = activeDeadlineSeconds;
  }

  public @Nullable String getManagedBy() {
    return managedBy;
  }

  public void setManagedBy(@Nullable String managedBy) {
    this.managedBy = managedBy;
  }
}
