package io.coxswain.kube.certificates;

import io.coxswain.api.ApiException;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.certificates.Pem;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestCondition;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Deletes old requests: issued, denied, failed or expired ones, and those without a decision. */
final class CsrCleaningReconciler implements Reconciler<String> {
  private static final Klog log = Klog.of("certificatesigningrequest-cleaner-controller");

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
      Optional<String> reason = reason(csr, pass.now());
      if (reason.isPresent()) {
        log.info(reason.get(), "csr", csr.getMetadata().getName());
        client.delete(csr, Deletion.byDefault());
      }
    }
    return Outcome.after(PERIOD);
  }

  static boolean isOver(CertificateSigningRequest csr, Instant now) {
    return reason(csr, now).isPresent();
  }

  /** The message about the deletion of a request, with the reason; empty if it is kept. */
  static Optional<String> reason(CertificateSigningRequest csr, Instant now) {
    if (SigningRequests.conditions(csr).isEmpty()) {
      return isOlder(csr.getMetadata().getCreationTimestamp(), UNSETTLED, now)
          ? Optional.of(
              "Cleaning CSR as it is more than pendingExpiration duration old and unhandled.")
          : Optional.empty();
    }
    return SigningRequests.conditions(csr).stream()
        .flatMap(condition -> reason(csr, condition, now).stream())
        .findFirst();
  }

  private static Optional<String> reason(
      CertificateSigningRequest csr, CertificateSigningRequestCondition condition, Instant now) {
    boolean issued = SigningRequests.isIssued(csr);
    String changed = condition.getLastUpdateTime();
    return switch (condition.getType()) {
      case SigningRequests.APPROVED -> {
        if (issued && isExpired(csr, now)) {
          yield Optional.of("Cleaning CSR as the associated certificate is expired.");
        }
        if (issued && isOlder(changed, SETTLED, now)) {
          yield Optional.of(
              "Cleaning CSR as it is more than approvedExpiration duration old and approved.");
        }
        yield !issued && isOlder(changed, UNSETTLED, now)
            ? Optional.of(
                "Cleaning CSR as it is approved but unissued for more than pendingExpiration"
                    + " duration.")
            : Optional.empty();
      }
      case SigningRequests.DENIED, SigningRequests.FAILED ->
          isOlder(changed, SETTLED, now)
              ? Optional.of(
                  "Cleaning CSR as it is more than deniedExpiration duration old and "
                      + condition.getType().toLowerCase(Locale.ROOT)
                      + ".")
              : Optional.empty();
      default -> Optional.empty();
    };
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
