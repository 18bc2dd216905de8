package io.coxswain.kube.legacytokens;

import io.coxswain.runtime.manager.Manager;

/** Registers the legacy service account token cleaner. */
public final class LegacyTokenController {
  private LegacyTokenController() {}

  public static void register(Manager manager, LegacyTokenOptions options) {
    manager
        .controllerBy(String.class, "legacy-service-account-token-cleaner")
        .workers(1)
        .reconcile(
            new LegacyTokenReconciler(
                manager.client().fieldOwner("kube-controller-manager"), options))
        .enqueue("all tokens");
  }
}
