package io.coxswain.api.trainer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.CrdRule;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a framework: the number of nodes, and how they find one another. Without a
 * framework, nothing is added.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@CrdRule(
    value =
        "[has(self.torch), has(self.mpi), has(self.jax), has(self.xgboost),has(self.flux)]"
            + ".filter(x, x).size() <= 1",
    message = "Only one of the policy can be configured")
public class MLPolicy {
  private @Nullable Integer numNodes;

  private @Nullable TorchMLPolicySource torch;

  private @Nullable MPIMLPolicySource mpi;

  private @Nullable JAXMLPolicySource jax;

  private @Nullable XGBoostMLPolicySource xgboost;

  private @Nullable FluxMLPolicySource flux;

  public @Nullable Integer getNumNodes() {
    return numNodes;
  }

  public void setNumNodes(@Nullable Integer numNodes) {
    this.numNodes = numNodes;
  }

  public @Nullable TorchMLPolicySource getTorch() {
    return torch;
  }

  public void setTorch(@Nullable TorchMLPolicySource torch) {
    this.torch = torch;
  }

  public @Nullable MPIMLPolicySource getMpi() {
    return mpi;
  }

  public void setMpi(@Nullable MPIMLPolicySource mpi) {
    this.mpi = mpi;
  }

  public @Nullable JAXMLPolicySource getJax() {
    return jax;
  }

  public void setJax(@Nullable JAXMLPolicySource jax) {
    this.jax = jax;
  }

  public @Nullable XGBoostMLPolicySource getXgboost() {
    return xgboost;
  }

  public void setXgboost(@Nullable XGBoostMLPolicySource xgboost) {
    this.xgboost = xgboost;
  }

  public @Nullable FluxMLPolicySource getFlux() {
    return flux;
  }

  public void setFlux(@Nullable FluxMLPolicySource flux) {
    this.flux = flux;
  }
}
