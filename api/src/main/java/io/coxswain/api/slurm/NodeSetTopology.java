package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Default;
import org.jspecify.annotations.Nullable;

/** The network topology of the workers. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class NodeSetTopology {
  @Default("root")
  private @Nullable String fabric;

  public @Nullable String getFabric() {
    return fabric;
  }

  public void setFabric(@Nullable String fabric) {
    this.fabric = fabric;
  }
}
