package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The running ordinals. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeSetPowerStateStatus {
  private @Nullable Long observedGeneration;

  private @Nullable Integer activeCount;

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private Map<String, WorkerState> nodeStates = new LinkedHashMap<>();

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType(value = "map", keys = "type")
  private List<Condition> conditions = new ArrayList<>();

  public @Nullable Long getObservedGeneration() {
    return observedGeneration;
  }

  public void setObservedGeneration(@Nullable Long observedGeneration) {
    this.observedGeneration = observedGeneration;
  }

  public @Nullable Integer getActiveCount() {
    return activeCount;
  }

  public void setActiveCount(@Nullable Integer activeCount) {
    this.activeCount = activeCount;
  }

  public Map<String, WorkerState> getNodeStates() {
    return nodeStates;
  }

  public void setNodeStates(Map<String, WorkerState> nodeStates) {
    this.nodeStates = nodeStates;
  }

  public List<Condition> getConditions() {
    return conditions;
  }

  public void setConditions(List<Condition> conditions) {
    this.conditions = conditions;
  }
}
