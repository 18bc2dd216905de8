package io.coxswain.kube.tokens;

import io.coxswain.api.ApiException;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;

/** Fills a token Secret, or deletes it if its service account does not exist. */
final class SecretReconciler implements Reconciler<SecretKey> {
  private static final Klog log = Klog.of("serviceaccount-token-controller");

  private final Client client;
  private final TokenOptions options;

  SecretReconciler(Client client, TokenOptions options) {
    this.client = client;
    this.options = options;
  }

  @Override
  public Outcome reconcile(SecretKey key, Reconciliation pass) throws ApiException {
    Optional<Secret> cached =
        client
            .get(Secret.class, key.key())
            .filter(secret -> secret.getMetadata().getUid().equals(key.uid()));
    if (cached.isEmpty()) {
      forget(key);
      return Outcome.done();
    }
    Optional<ServiceAccount> account = account(key);
    if (account.isEmpty()) {
      log.info(4, "Service account does not exist, deleting token", "secret", key.key());
      client.delete(cached.get(), Deletion.byDefault());
    } else {
      fill(cached.get(), account.get());
    }
    return Outcome.done();
  }

  /** Checks with the server: a service account that is missing in the cache may be new. */
  private Optional<ServiceAccount> account(SecretKey key) throws ApiException {
    Optional<ServiceAccount> cached = cachedAccount(key);
    return cached.isPresent()
        ? cached
        : client
            .live()
            .get(ServiceAccount.class, key.account())
            .filter(found -> TokenNames.means(key.accountUid(), found));
  }

  private Optional<ServiceAccount> cachedAccount(SecretKey key) throws ApiException {
    return client
        .get(ServiceAccount.class, key.account())
        .filter(found -> TokenNames.means(key.accountUid(), found));
  }

  private void fill(Secret cached, ServiceAccount account) throws ApiException {
    if (TokenPlan.of(cached, options.rootCa()).isNothing()) {
      return;
    }
    Optional<Secret> live = client.live().get(Secret.class, io.coxswain.api.ObjectKey.of(cached));
    if (live.isEmpty()
        || !Objects.equals(
            live.get().getMetadata().getResourceVersion(),
            cached.getMetadata().getResourceVersion())) {
      log.info(2, "Secret is not up to date, skipping token population", "secret", cached);
      return; // the change triggers another reconcile
    }
    TokenPlan plan = TokenPlan.of(live.get(), options.rootCa());
    try {
      client.patch(
          live.get(), secret -> plan.fill(secret, account, options.rootCa(), options.signer()));
    } catch (ApiException.Conflict | ApiException.NotFound e) {
      return; // changed or deleted concurrently
    }
  }

  /** Removes the reference to a deleted Secret from its service account. */
  private void forget(SecretKey key) throws ApiException {
    if (cachedAccount(key).isEmpty()) {
      return;
    }
    Optional<ServiceAccount> account =
        client
            .live()
            .get(ServiceAccount.class, key.account())
            .filter(found -> TokenNames.means(key.accountUid(), found));
    if (account.isEmpty() || !names(account.get(), key.key().name())) {
      return;
    }
    client.patch(
        account.get(),
        edited -> {
          var left = new ArrayList<ObjectReference>(edited.getSecrets());
          left.removeIf(reference -> key.key().name().equals(reference.getName()));
          edited.setSecrets(left);
        });
  }

  private static boolean names(ServiceAccount account, String secret) {
    return account.getSecrets() != null
        && account.getSecrets().stream().anyMatch(r -> secret.equals(r.getName()));
  }
}
