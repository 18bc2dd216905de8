package io.coxswain.api.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** Pods that Volcano starts together. */
@Group("scheduling.volcano.sh")
@Version("v1beta1")
@Kind("PodGroup")
@Plural("podgroups")
public class VolcanoPodGroup extends CustomObject<VolcanoPodGroupSpec, JsonNode>
    implements Namespaced {
  public VolcanoPodGroup() {
    super(new VolcanoPodGroupSpec());
  }
}
