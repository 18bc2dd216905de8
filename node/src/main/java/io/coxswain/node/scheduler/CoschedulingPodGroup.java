package io.coxswain.node.scheduler;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A group of pods as scheduler-plugins' coscheduling users define it. Only read here. */
@Group("scheduling.x-k8s.io")
@Version("v1alpha1")
@Kind("PodGroup")
@Plural("podgroups")
@JsonIgnoreProperties("status")
public final class CoschedulingPodGroup extends CustomObject<PodGroupSpec, Void>
    implements Namespaced {
  public CoschedulingPodGroup() {
    super(new PodGroupSpec());
  }
}
