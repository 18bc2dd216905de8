package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Length;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** A reference to the runtime of a TrainJob. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class RuntimeRef {
  @Required
  @Length(min = 1, max = 253)
  private String name = "";

  @Default("trainer.kubeflow.org")
  @Length(max = 253)
  private @Nullable String apiGroup;

  @Default("ClusterTrainingRuntime")
  @Length(max = 253)
  private @Nullable String kind;

  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public @Nullable String getApiGroup() {
    return apiGroup;
  }

  public void setApiGroup(@Nullable String apiGroup) {
    this.apiGroup = apiGroup;
  }

  public @Nullable String getKind() {
    return kind;
  }

  public void setKind(@Nullable String kind) {
    this.kind = kind;
  }
}
