package io.coxswain.kube.bootstrap;

import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;

/** Registers the bootstrap signer and the token cleaner. */
public final class BootstrapControllers {
  private BootstrapControllers() {}

  /** {@code bootstrap-signer-controller}. */
  public static void registerSigner(Manager manager) {
    manager
        .controller("bootstrap_signer_queue")
        .kind(ConfigMap.class)
        .workers(1)
        .watch(
            ConfigMap.class,
            watch ->
                watch
                    .self()
                    .when(
                        e ->
                            ClusterInfoSigningReconciler.CLUSTER_INFO.equals(
                                ObjectKey.of(e.object()))))
        .watch(
            Secret.class,
            watch ->
                watch
                    .mapTo((secret, cache) -> List.of(ClusterInfoSigningReconciler.CLUSTER_INFO))
                    .when(e -> BootstrapToken.isToken(e.object())))
        .reconcile(new ClusterInfoSigningReconciler(client(manager)));
  }

  /** {@code token-cleaner-controller}. */
  public static void registerCleaner(Manager manager) {
    manager
        .controller("token_cleaner")
        .kind(Secret.class)
        .workers(1)
        .watch(Secret.class, watch -> watch.self().when(e -> BootstrapToken.isToken(e.object())))
        .reconcile(new TokenCleaningReconciler(client(manager)));
  }

  private static Client client(Manager manager) {
    return manager.client().fieldOwner("kube-controller-manager");
  }
}
