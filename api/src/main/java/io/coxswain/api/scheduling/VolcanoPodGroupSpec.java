package io.coxswain.api.scheduling;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.trainer.NetworkTopologySpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of pods and resources that must be available, the queue and the topology constraint.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class VolcanoPodGroupSpec {
  private @Nullable Integer minMember;
  private SortedMap<String, Quantity> minResources = new TreeMap<>();
  private @Nullable String queue;
  private @Nullable String priorityClassName;
  private @Nullable NetworkTopologySpec networkTopology;

  public @Nullable Integer getMinMember() {
    return minMember;
  }

  public void setMinMember(@Nullable Integer minMember) {
    this.minMember = minMember;
  }

  public SortedMap<String, Quantity> getMinResources() {
    return minResources;
  }

  public void setMinResources(SortedMap<String, Quantity> minResources) {
    this.minResources = minResources;
  }

  public @Nullable String getQueue() {
    return queue;
  }

  public void setQueue(@Nullable String queue) {
    this.queue = queue;
  }

  public @Nullable String getPriorityClassName() {
    return priorityClassName;
  }

  public void setPriorityClassName(@Nullable String priorityClassName) {
    this.priorityClassName = priorityClassName;
  }

  public @Nullable NetworkTopologySpec getNetworkTopology() {
    return networkTopology;
  }

  public void setNetworkTopology(@Nullable NetworkTopologySpec networkTopology) {
    this.networkTopology = networkTopology;
  }
}
