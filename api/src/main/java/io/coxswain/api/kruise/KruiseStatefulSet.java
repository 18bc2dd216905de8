package io.coxswain.api.kruise;

import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** OpenKruise's StatefulSet, which can update pods in place and skip ordinals. */
@Group("apps.kruise.io")
@Version("v1beta1")
@Kind("StatefulSet")
@Plural("statefulsets")
public class KruiseStatefulSet extends CustomObject<KruiseStatefulSetSpec, KruiseStatefulSetStatus>
    implements Namespaced {
  public KruiseStatefulSet() {
    super(new KruiseStatefulSetSpec());
  }
}
