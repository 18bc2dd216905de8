package io.coxswain.kube.tokens;

import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.util.List;

/** Registers the token controller. */
public final class TokenController {
  private TokenController() {}

  public static void register(Manager manager, TokenOptions options) {
    Client client = manager.client().fieldOwner("kube-controller-manager");
    manager
        .controllerBy(AccountKey.class, "serviceaccount_tokens_service")
        .kind(ServiceAccount.class)
        .workers(options.workers())
        .watch(
            ServiceAccount.class,
            watch -> watch.mapTo((account, c) -> List.of(AccountKey.of(account))))
        .reconcile(new AccountReconciler(client));
    manager
        .controllerBy(SecretKey.class, "serviceaccount_tokens_secret")
        .kind(Secret.class)
        .workers(options.workers())
        .watch(
            Secret.class,
            watch ->
                watch
                    .mapTo((secret, c) -> List.of(SecretKey.of(secret)))
                    .when(
                        event ->
                            TokenNames.isToken(event.object())
                                && !TokenNames.accountName(event.object()).isEmpty()))
        .reconcile(new SecretReconciler(client, options));
  }
}
