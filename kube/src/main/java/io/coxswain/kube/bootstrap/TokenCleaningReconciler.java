package io.coxswain.kube.bootstrap;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Deletes expired bootstrap tokens. */
final class TokenCleaningReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("token-cleaner-controller");

  private final Client client;

  TokenCleaningReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Secret> secret = client.get(Secret.class, key).filter(BootstrapToken::isToken);
    Optional<Instant> expiration = secret.flatMap(BootstrapToken::expiration);
    if (expiration.isEmpty()) {
      return Outcome.done();
    }
    if (pass.now().isBefore(expiration.get())) {
      return Outcome.after(Duration.between(pass.now(), expiration.get()));
    }
    log.info(3, "Deleting expired secret", "secret", key);
    client.delete(secret.orElseThrow(), Deletion.byDefault());
    return Outcome.done();
  }
}
