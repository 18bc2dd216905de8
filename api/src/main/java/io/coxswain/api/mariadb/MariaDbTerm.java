package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;
import org.jspecify.annotations.Nullable;

/** Pods, and the topology key of nodes. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbTerm {
  private @Nullable MariaDbSelector labelSelector;

  @Required private String topologyKey = "";

  public @Nullable MariaDbSelector getLabelSelector() {
    return labelSelector;
  }

  public void setLabelSelector(@Nullable MariaDbSelector labelSelector) {
    this.labelSelector = labelSelector;
  }

  public String getTopologyKey() {
    return topologyKey;
  }

  public void setTopologyKey(String topologyKey) {
    this.topologyKey = topologyKey;
  }
}
