package io.coxswain.api.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** Pods that the coscheduling plugin of the default scheduler starts together. */
@Group("scheduling.x-k8s.io")
@Version("v1alpha1")
@Kind("PodGroup")
@Plural("podgroups")
public class CoschedulingPodGroup extends CustomObject<CoschedulingPodGroupSpec, JsonNode>
    implements Namespaced {
  public CoschedulingPodGroup() {
    super(new CoschedulingPodGroupSpec());
  }
}
