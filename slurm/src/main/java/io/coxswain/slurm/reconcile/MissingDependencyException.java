package io.coxswain.slurm.reconcile;

import io.coxswain.api.ObjectKey;

/**
 * An object that another controller creates does not exist yet. Expected while a cluster comes up:
 * the reconciler tries again later and logs no error.
 */
public final class MissingDependencyException extends RuntimeException {
  MissingDependencyException(String kind, ObjectKey key) {
    super("%s %s not found".formatted(kind, key));
  }
}
