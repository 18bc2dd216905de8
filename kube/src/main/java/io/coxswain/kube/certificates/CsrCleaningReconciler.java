package io.coxswain.kube.certificates;

import io.coxswain.api.ApiException;
import io.coxswain.api.Timestamps;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Deletes old requests: issued, denied, failed or expired ones, and those without a decision. */
final class CsrCleaningReconciler implements Reconciler<String> {
  private static final Duration PERIOD = Duration.ofHours(1);
  private static final Duration SETTLED = Duration.ofHours(1);
  private static final Duration UNSETTLED = Duration.ofHours(24);

  private final Client client;

  CsrCleaningReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(String all, Reconciliation pass) throws ApiException {
    for (CertificateSigningRequest csr : client.list(CertificateSigningRequest.class).toList()) {
      if (isOver(csr, pass.now())) {
        client.delete(csr, Deletion.byDefault());
      }
    }
    return Outcome.after(PERIOD);
  }

  static boolean isOver(CertificateSigningRequest csr, Instant now) {
    boolean issued = SigningRequests.isIssued(csr);
    if (SigningRequests.conditions(csr).isEmpty()) {
      return isOlder(csr.getMetadata().getCreationTimestamp(), UNSETTLED, now);
    }
    return SigningRequests.conditions(csr).stream()
        .anyMatch(
            condition ->
                switch (condition.getType()) {
                  case SigningRequests.APPROVED ->
                      isOlder(condition.getLastUpdateTime(), issued ? SETTLED : UNSETTLED, now)
                          || (issued && isExpired(csr, now));
                  case SigningRequests.DENIED, SigningRequests.FAILED ->
                      isOlder(condition.getLastUpdateTime(), SETTLED, now);
                  default -> false;
                });
  }

  private static boolean isOlder(@Nullable String time, Duration age, Instant now) {
    return Timestamps.parse(time).filter(t -> t.plus(age).isBefore(now)).isPresent();
  }

  private static boolean isExpired(CertificateSigningRequest csr, Instant now) {
    try {
      List<X509Certificate> chain =
          Pem.certificates(Base64.getDecoder().decode(csr.getStatus().getCertificate()));
      return !chain.isEmpty() && now.isAfter(chain.getFirst().getNotAfter().toInstant());
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false; // a certificate that cannot be parsed is not treated as expired
    }
  }
}
