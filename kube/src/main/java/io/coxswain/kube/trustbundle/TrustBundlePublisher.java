package io.coxswain.kube.trustbundle;

import io.coxswain.kube.common.SyncMetrics;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundle;
import java.util.List;

/** Registers the publisher of ClusterTrustBundles, whose key is the name of the signer. */
public final class TrustBundlePublisher {
  /** The signer of kube-apiserver's serving certificates. */
  public static final String API_SERVER_SERVING = "kubernetes.io/kube-apiserver-serving";

  private TrustBundlePublisher() {}

  /**
   * @param certificates the CA bundle, in PEM
   */
  public static void register(Manager manager, String signer, String certificates) {
    manager
        .controllerBy(String.class, "ca_cert_publisher_cluster_trust_bundles")
        .watch(
            ClusterTrustBundle.class,
            watch ->
                watch
                    .mapTo((bundle, client) -> List.of(signer))
                    .when(event -> TrustBundlePlan.isOf(signer, event.object())))
        .reconcile(
            new SyncMetrics(
                    manager.instruments(),
                    manager.env().clock(),
                    "clustertrustbundle_publisher",
                    "Number of syncs of cluster trust bundles.",
                    "The time of a sync of cluster trust bundles.")
                .measure(
                    new TrustBundleReconciler(
                        manager.client().fieldOwner("kube-controller-manager"), certificates)))
        .enqueue(signer);
  }
}
