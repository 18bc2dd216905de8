package io.coxswain.node.scheduler;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A group of pods as Volcano's users define it. Only read here. */
@Group("scheduling.volcano.sh")
@Version("v1beta1")
@Kind("PodGroup")
@Plural("podgroups")
@JsonIgnoreProperties("status")
public final class VolcanoPodGroup extends CustomObject<PodGroupSpec, Void> implements Namespaced {
  public VolcanoPodGroup() {
    super(new PodGroupSpec());
  }
}
