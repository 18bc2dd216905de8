package io.coxswain.kube.storageversiongc;

import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Map;
import java.util.TreeMap;

/** The versions in which the API servers of a cluster store a resource. */
@Group("internal.apiserver.k8s.io")
@Version("v1alpha1")
@Kind("StorageVersion")
@Plural("storageversions")
public class StorageVersion extends CustomObject<Map<String, Object>, StorageVersionStatus> {
  public StorageVersion() {
    super(new TreeMap<>());
  }
}
