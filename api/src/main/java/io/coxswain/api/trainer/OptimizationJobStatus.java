package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Size;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The observed state of the search. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class OptimizationJobStatus {
  @CrdListType(value = "map", keys = "type")
  @Size(max = 100)
  private List<Condition> conditions = new ArrayList<>();

  private @Nullable OptimizationResult result;

  public List<Condition> getConditions() {
    return conditions;
  }

  public void setConditions(List<Condition> conditions) {
    this.conditions = conditions;
  }

  public @Nullable OptimizationResult getResult() {
    return result;
  }

  public void setResult(@Nullable OptimizationResult result) {
    this.result = result;
  }
}
