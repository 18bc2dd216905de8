package io.coxswain.kube.certificates;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.PodCertificateRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Deletes PodCertificateRequests 15 minutes after their creation, whatever their state. */
final class PodRequestCleaningReconciler implements Reconciler<ObjectKey> {
  private static final Duration LIFETIME = Duration.ofMinutes(15);

  private final Client client;

  PodRequestCleaningReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<PodCertificateRequest> request = client.get(PodCertificateRequest.class, key);
    if (request.isEmpty() || request.get().getMetadata().getDeletionTimestamp() != null) {
      return Outcome.done();
    }
    Duration left = timeLeft(request.get(), pass.now());
    if (left.isPositive()) {
      return Outcome.after(left);
    }
    client.delete(request.get(), Deletion.byDefault());
    return Outcome.done();
  }

  static Duration timeLeft(PodCertificateRequest request, Instant now) {
    return Timestamps.parse(request.getMetadata().getCreationTimestamp())
        .map(created -> Duration.between(now, created.plus(LIFETIME)))
        .orElse(LIFETIME);
  }
}
