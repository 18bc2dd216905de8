package io.coxswain.api.kruise;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** An object that OpenKruise copies to namespaces. */
@Group("apps.kruise.io")
@Version("v1alpha1")
@Kind("ResourceDistribution")
@Plural("resourcedistributions")
public class ResourceDistribution extends CustomObject<ResourceDistributionSpec, JsonNode> {
  public ResourceDistribution() {
    super(new ResourceDistributionSpec());
  }
}
