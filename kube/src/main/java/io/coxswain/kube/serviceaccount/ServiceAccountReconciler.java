package io.coxswain.kube.serviceaccount;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Namespaces;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.util.Optional;

/** Creates the default service account of a namespace. */
final class ServiceAccountReconciler implements Reconciler<ObjectKey> {
  private static final String NAME = "default";

  private final Client client;

  ServiceAccountReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Namespace> namespace = client.get(Namespace.class, key);
    ObjectKey account = ObjectKey.of(key.name(), NAME);
    if (namespace.filter(Namespaces::isActive).isPresent()
        && client.get(ServiceAccount.class, account).isEmpty()) {
      create(account);
    }
    return Outcome.done();
  }

  private void create(ObjectKey key) throws ApiException {
    try {
      client.create(
          new ServiceAccountBuilder()
              .withNewMetadata()
              .withNamespace(key.namespace())
              .withName(key.name())
              .endMetadata()
              .build());
    } catch (ApiException.AlreadyExists e) {
      // Created concurrently, or the cache is outdated.
      return;
    } catch (ApiException e) {
      if (!SlowStart.namespaceEnds(e)) {
        throw e;
      }
    }
  }
}
