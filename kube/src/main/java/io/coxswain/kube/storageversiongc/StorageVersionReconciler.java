package io.coxswain.kube.storageversiongc;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Removes the entries of API servers whose identity lease does not exist. */
final class StorageVersionReconciler implements Reconciler<ObjectKey> {
  static final String NAMESPACE = "kube-system";
  private static final String IDENTITY = "apiserver.kubernetes.io/identity";

  private final Client client;

  StorageVersionReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<StorageVersion> version = client.get(StorageVersion.class, key);
    if (version.isPresent()) {
      Set<String> ended = withoutLease(StorageVersionPlan.servers(version.get()));
      apply(version.get(), StorageVersionPlan.of(version.get(), ended, pass.now()));
    }
    return Outcome.done();
  }

  private void apply(StorageVersion version, StorageVersionPlan plan) throws ApiException {
    switch (plan) {
      case StorageVersionPlan.Keep() -> {}
      case StorageVersionPlan.Delete() ->
          client.delete(version, Deletion.byDefault().ifUnchanged());
      case StorageVersionPlan.Update(var status) ->
          client.patchStatus(version, edited -> edited.setStatus(status));
    }
  }

  private Set<String> withoutLease(Set<String> servers) throws ApiException {
    var ended = new TreeSet<String>();
    for (String server : servers) {
      if (!hasLease(client, server) && !hasLease(client.live(), server)) {
        ended.add(server);
      }
    }
    return ended;
  }

  private static boolean hasLease(Reader reader, String server) throws ApiException {
    return reader
        .get(Lease.class, ObjectKey.of(NAMESPACE, server))
        .filter(StorageVersionReconciler::isIdentity)
        .isPresent();
  }

  /** Whether the lease is the identity of an API server. */
  static boolean isIdentity(Lease lease) {
    Map<String, String> labels = lease.getMetadata().getLabels();
    return NAMESPACE.equals(lease.getMetadata().getNamespace())
        && labels != null
        && "kube-apiserver".equals(labels.get(IDENTITY));
  }
}
