package io.coxswain.kube.rootca;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Namespaces;
import io.coxswain.kube.common.SlowStart;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Creates or corrects the root CA ConfigMap of a namespace. */
final class RootCaReconciler implements Reconciler<ObjectKey> {
  static final String NAME = "kube-root-ca.crt";
  private static final String DESCRIPTION = "kubernetes.io/description";
  private static final String TEXT =
      "Contains a CA bundle that can be used to verify the kube-apiserver when using internal"
          + " endpoints such as the internal service IP or kubernetes.default.svc. No other usage"
          + " is guaranteed across distributions of Kubernetes clusters.";

  private final Client client;
  private final Map<String, String> data;

  RootCaReconciler(Client client, String certificates) {
    this.client = client;
    this.data = Map.of("ca.crt", certificates);
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Namespace> namespace = client.get(Namespace.class, key);
    if (namespace.filter(Namespaces::isActive).isEmpty()) {
      return Outcome.done();
    }
    Optional<ConfigMap> present = client.get(ConfigMap.class, ObjectKey.of(key.name(), NAME));
    if (present.isEmpty()) {
      create(key.name());
    } else {
      correct(present.get());
    }
    return Outcome.done();
  }

  private void create(String namespace) throws ApiException {
    try {
      client.create(
          new ConfigMapBuilder()
              .withNewMetadata()
              .withNamespace(namespace)
              .withName(NAME)
              .withAnnotations(Map.of(DESCRIPTION, TEXT))
              .endMetadata()
              .withData(data)
              .build());
    } catch (ApiException.AlreadyExists | ApiException.NotFound e) {
      // It already exists, or the namespace is being deleted.
      return;
    } catch (ApiException e) {
      if (!SlowStart.namespaceEnds(e)) {
        throw e;
      }
    }
  }

  private void correct(ConfigMap present) throws ApiException {
    client.patch(
        present,
        map -> {
          map.setData(data);
          var annotations = new TreeMap<String, String>();
          if (map.getMetadata().getAnnotations() != null) {
            annotations.putAll(map.getMetadata().getAnnotations());
          }
          if (annotations.getOrDefault(DESCRIPTION, "").isEmpty()) {
            annotations.put(DESCRIPTION, TEXT);
          }
          map.getMetadata().setAnnotations(annotations);
        });
  }
}
