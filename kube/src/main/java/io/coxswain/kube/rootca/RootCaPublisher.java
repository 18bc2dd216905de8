package io.coxswain.kube.rootca;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.List;

/** Registers the root CA publisher, whose keys are namespaces. */
public final class RootCaPublisher {
  private RootCaPublisher() {}

  /**
   * @param certificates the CA bundle, in PEM
   */
  public static void register(Manager manager, String certificates) {
    manager
        .controller("root_ca_cert_publisher")
        .kind(ConfigMap.class)
        .watch(Namespace.class, watch -> watch.self())
        .watch(
            ConfigMap.class,
            watch ->
                watch
                    .mapTo((m, c) -> List.of(ObjectKey.of(m.getMetadata().getNamespace())))
                    .when(
                        event ->
                            event.object().getMetadata().getName().equals(RootCaReconciler.NAME)))
        .reconcile(
            new RootCaReconciler(
                manager.client().fieldOwner("kube-controller-manager"), certificates));
  }
}
