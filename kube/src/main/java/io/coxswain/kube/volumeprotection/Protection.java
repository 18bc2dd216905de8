package io.coxswain.kube.volumeprotection;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Finalizers;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * Adds a finalizer to objects of a kind, and removes it from unused objects that are being deleted.
 */
final class Protection<T extends HasMetadata> implements Reconciler<ObjectKey> {
  private final Client client;
  private final Class<T> kind;
  private final String finalizer;
  private final Use<T> use;
  private final Labels labels;

  /**
   * How log lines name the kind.
   *
   * @param keptAt the verbosity of the line about an object in use
   */
  record Labels(Klog log, String kind, int keptAt) {}

  /** Decides whether an object is in use. */
  @FunctionalInterface
  interface Use<T> {
    boolean isUsed(T object) throws ApiException;
  }

  Protection(Client client, Class<T> kind, String finalizer, Labels labels, Use<T> use) {
    this.client = client;
    this.kind = kind;
    this.finalizer = finalizer;
    this.labels = labels;
    this.use = use;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<T> found = client.get(kind, key);
    if (found.isEmpty()) {
      return Outcome.done();
    }
    T object = found.get();
    boolean marked = Finalizers.has(object, finalizer);
    if (object.getMetadata().getDeletionTimestamp() == null) {
      if (!marked) {
        client.patch(object, o -> Finalizers.add(o, finalizer));
        report(3, "Added protection finalizer to " + labels.kind(), object);
      }
    } else if (marked && use.isUsed(object)) {
      report(labels.keptAt(), "Keeping " + labels.kind() + " because it is being used", object);
    } else if (marked) {
      Finalizers.removeIfUnchanged(client, object, finalizer);
      report(3, "Removed protection finalizer from " + labels.kind(), object);
    }
    return Outcome.done();
  }

  private void report(int verbosity, String message, T object) {
    labels.log().info(verbosity, message, labels.kind(), object);
  }
}
