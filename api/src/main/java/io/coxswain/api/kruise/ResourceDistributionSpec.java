package io.coxswain.api.kruise;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.ConfigMap;
import org.jspecify.annotations.Nullable;

/** The object and its target namespaces. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class ResourceDistributionSpec {
  private @Nullable ConfigMap resource;

  private @Nullable DistributionTargets targets;

  public @Nullable ConfigMap getResource() {
    return resource;
  }

  public void setResource(@Nullable ConfigMap resource) {
    this.resource = resource;
  }

  public @Nullable DistributionTargets getTargets() {
    return targets;
  }

  public void setTargets(@Nullable DistributionTargets targets) {
    this.targets = targets;
  }
}
