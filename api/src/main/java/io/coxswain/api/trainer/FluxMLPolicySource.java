package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdRule;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** Flux: a broker on each node. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public class FluxMLPolicySource {
  @Default("1")
  @CrdRule(value = "self >= 1", message = "NumProcPerNode in fluxPolicy must be >= 1")
  private @Nullable Integer numProcPerNode;

  public @Nullable Integer getNumProcPerNode() {
    return numProcPerNode;
  }

  public void setNumProcPerNode(@Nullable Integer numProcPerNode) {
    this.numProcPerNode = numProcPerNode;
  }
}
