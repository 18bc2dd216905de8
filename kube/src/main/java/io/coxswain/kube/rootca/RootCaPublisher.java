package io.coxswain.kube.rootca;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.SyncMetrics;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.List;

/** Registers the root CA publisher, whose keys are namespaces. */
public final class RootCaPublisher {
  private static final String SYNCS =
      "Number of namespace syncs happened in root ca cert publisher.";

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
            new SyncMetrics(
                    manager.instruments(),
                    manager.env().clock(),
                    "root_ca_cert_publisher",
                    SYNCS,
                    SYNCS)
                .measure(
                    new RootCaReconciler(
                        manager.client().fieldOwner("kube-controller-manager"), certificates)));
  }
}
