package io.coxswain.apiserver.admission.plugins;

import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds the finalizer that protects volumes, claims and attributes classes while they are in use.
 */
final class StorageObjectInUseProtection implements Plugin {
  private static final String VOLUMES = "persistentvolumes";
  private static final String CLAIMS = "persistentvolumeclaims";
  private static final String CLASSES = "volumeattributesclasses.storage.k8s.io";

  @Override
  public List<String> resources() {
    return List.of(VOLUMES, CLAIMS, CLASSES);
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE);
  }

  @Override
  public void admit(Attributes attributes) {
    String kind = attributes.isOf(VOLUMES) ? "pv" : attributes.isOf(CLAIMS) ? "pvc" : "vac";
    protect(attributes, "kubernetes.io/" + kind + "-protection");
  }

  private static void protect(Attributes attributes, String finalizer) {
    var finalizers = new ArrayList<>(Meta.finalizers(attributes.object()));
    if (!finalizers.contains(finalizer)) {
      finalizers.add(finalizer);
      Meta.setFinalizers(attributes.object(), finalizers);
    }
  }
}
