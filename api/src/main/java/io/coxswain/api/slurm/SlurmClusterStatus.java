package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The observed state of a Slurm cluster. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SlurmClusterStatus {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private List<Condition> conditions = new ArrayList<>();

  private @Nullable String phase;

  private @Nullable Integer readyLogin;

  private @Nullable Integer readySConfigController;

  public List<Condition> getConditions() {
    return conditions;
  }

  public void setConditions(List<Condition> conditions) {
    this.conditions = conditions;
  }

  public @Nullable String getPhase() {
    return phase;
  }

  public void setPhase(@Nullable String phase) {
    this.phase = phase;
  }

  public @Nullable Integer getReadyLogin() {
    return readyLogin;
  }

  public void setReadyLogin(@Nullable Integer readyLogin) {
    this.readyLogin = readyLogin;
  }

  public @Nullable Integer getReadySConfigController() {
    return readySConfigController;
  }

  public void setReadySConfigController(@Nullable Integer readySConfigController) {
    this.readySConfigController = readySConfigController;
  }
}
