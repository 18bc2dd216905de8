package io.coxswain.kube.volumebinder;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.TreeMap;

/**
 * The annotations of claims and volumes that the binder, provisioners and the scheduler exchange.
 */
final class Annotations {
  static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
  static final String BOUND_BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
  static final String PROVISIONED_BY = "pv.kubernetes.io/provisioned-by";
  static final String MIGRATED_TO = "pv.kubernetes.io/migrated-to";
  static final String PROVISIONER = "volume.kubernetes.io/storage-provisioner";
  static final String BETA_PROVISIONER = "volume.beta.kubernetes.io/storage-provisioner";
  static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
  static final String CLASS = "volume.beta.kubernetes.io/storage-class";
  static final String PRE_RESIZE_CAPACITY = "volume.alpha.kubernetes.io/pre-resize-capacity";
  static final String YES = "yes";

  private Annotations() {}

  static Map<String, String> of(HasMetadata object) {
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  static boolean has(HasMetadata object, String name) {
    return of(object).containsKey(name);
  }

  /** Sets the annotation on the given object only, not on the server. */
  static void set(HasMetadata object, String name, String value) {
    var annotations = new TreeMap<>(of(object));
    annotations.put(name, value);
    object.getMetadata().setAnnotations(annotations);
  }

  static void remove(HasMetadata object, String name) {
    var annotations = new TreeMap<>(of(object));
    annotations.remove(name);
    object.getMetadata().setAnnotations(annotations);
  }
}
