package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdListType;
import io.coxswain.api.crd.Default;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The observed state of the workers. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeSetStatus {
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  @CrdListType(value = "map", keys = "type")
  private List<Condition> conditions = new ArrayList<>();

  @Default("Pending")
  private @Nullable String phase;

  @Required private Integer replicas = 0;

  private @Nullable String labelSelector;

  private @Nullable Long observedGeneration;

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

  public Integer getReplicas() {
    return replicas;
  }

  public void setReplicas(Integer replicas) {
    this.replicas = replicas;
  }

  public @Nullable String getLabelSelector() {
    return labelSelector;
  }

  public void setLabelSelector(@Nullable String labelSelector) {
    this.labelSelector = labelSelector;
  }

  public @Nullable Long getObservedGeneration() {
    return observedGeneration;
  }

  public void setObservedGeneration(@Nullable Long observedGeneration) {
    this.observedGeneration = observedGeneration;
  }
}
