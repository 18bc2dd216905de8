package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** The Volcano scheduler. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class VolcanoPodGroupPolicySource {
  private @Nullable NetworkTopologySpec networkTopology;

  public @Nullable NetworkTopologySpec getNetworkTopology() {
    return networkTopology;
  }

  public void setNetworkTopology(@Nullable NetworkTopologySpec networkTopology) {
    this.networkTopology = networkTopology;
  }
}
