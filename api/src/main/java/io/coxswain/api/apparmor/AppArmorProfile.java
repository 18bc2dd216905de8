package io.coxswain.api.apparmor;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A profile that is loaded on all nodes. */
@Group("security-profiles-operator.x-k8s.io")
@Version("v1alpha1")
@Kind("AppArmorProfile")
@Plural("apparmorprofiles")
public class AppArmorProfile extends CustomObject<AppArmorProfileSpec, JsonNode>
    implements Namespaced {
  public AppArmorProfile() {
    super(new AppArmorProfileSpec());
  }
}
