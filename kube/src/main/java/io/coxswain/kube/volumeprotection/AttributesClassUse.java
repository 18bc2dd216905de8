package io.coxswain.kube.volumeprotection;

import io.coxswain.api.ApiException;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimStatus;
import io.fabric8.kubernetes.api.model.storage.VolumeAttributesClass;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds claims and volumes that use a VolumeAttributesClass. */
final class AttributesClassUse {
  private static final String INDEX = "volumeattributesclass";

  private final Reader client;

  AttributesClassUse(Reader client) {
    this.client = client;
  }

  static void index(Manager manager) {
    manager.index(PersistentVolumeClaim.class, INDEX, AttributesClassUse::names);
    manager.index(PersistentVolume.class, INDEX, AttributesClassUse::names);
  }

  boolean isUsed(VolumeAttributesClass attributes) throws ApiException {
    String name = attributes.getMetadata().getName();
    return !client.list(PersistentVolume.class).by(INDEX, name).keys().isEmpty()
        || !client.list(PersistentVolumeClaim.class).by(INDEX, name).keys().isEmpty();
  }

  /** The desired, current and target class of a claim. */
  static List<String> names(PersistentVolumeClaim claim) {
    var names = new ArrayList<String>();
    add(names, claim.getSpec().getVolumeAttributesClassName());
    PersistentVolumeClaimStatus status = claim.getStatus();
    if (status != null) {
      add(names, status.getCurrentVolumeAttributesClassName());
      if (status.getModifyVolumeStatus() != null) {
        add(names, status.getModifyVolumeStatus().getTargetVolumeAttributesClassName());
      }
    }
    return names;
  }

  static List<String> names(PersistentVolume volume) {
    var names = new ArrayList<String>();
    add(names, volume.getSpec().getVolumeAttributesClassName());
    return names;
  }

  private static void add(List<String> names, @Nullable String name) {
    if (name != null && !name.isEmpty() && !names.contains(name)) {
      names.add(name);
    }
  }
}
