package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;

/** Whether the files have been written. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class JailedConfigStatus {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType(value = "map", keys = "type")
  private List<Condition> conditions = new ArrayList<>();

  public List<Condition> getConditions() {
    return conditions;
  }

  public void setConditions(List<Condition> conditions) {
    this.conditions = conditions;
  }
}
