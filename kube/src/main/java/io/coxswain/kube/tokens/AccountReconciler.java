package io.coxswain.kube.tokens;

import io.coxswain.api.ApiException;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;

/** Deletes the tokens of a deleted service account. */
final class AccountReconciler implements Reconciler<AccountKey> {
  private static final Klog log = Klog.of("serviceaccount-token-controller");

  private final Client client;

  AccountReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(AccountKey account, Reconciliation pass) throws ApiException {
    boolean there =
        client
            .get(ServiceAccount.class, account.key())
            .filter(found -> TokenNames.means(account.uid(), found))
            .isPresent();
    if (there) {
      return Outcome.done();
    }
    log.info(
        4,
        "Service account deleted, removing tokens",
        "namespace",
        account.key().namespace(),
        "serviceaccount",
        account.key().name());
    for (Secret secret : client.list(Secret.class).in(account.key().namespace()).toList()) {
      if (TokenNames.isTokenOf(secret, account)) {
        client.delete(secret, Deletion.byDefault());
      }
    }
    return Outcome.done();
  }
}
