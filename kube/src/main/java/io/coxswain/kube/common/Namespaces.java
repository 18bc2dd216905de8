package io.coxswain.kube.common;

import io.fabric8.kubernetes.api.model.Namespace;

/** Predicates on namespaces. */
public final class Namespaces {
  private Namespaces() {}

  /** Whether objects may still be created in the namespace. */
  public static boolean isActive(Namespace namespace) {
    return namespace.getMetadata().getDeletionTimestamp() == null
        && (namespace.getStatus() == null
            || namespace.getStatus().getPhase() == null
            || namespace.getStatus().getPhase().equals("Active"));
  }
}
