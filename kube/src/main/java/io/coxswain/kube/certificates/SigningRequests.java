package io.coxswain.kube.certificates;

import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestCondition;
import java.util.List;
import java.util.Optional;

/** Predicates on CertificateSigningRequests. */
final class SigningRequests {
  static final String APPROVED = "Approved";
  static final String DENIED = "Denied";
  static final String FAILED = "Failed";

  private SigningRequests() {}

  static boolean isIssued(CertificateSigningRequest request) {
    return request.getStatus() != null
        && request.getStatus().getCertificate() != null
        && !request.getStatus().getCertificate().isEmpty();
  }

  static List<CertificateSigningRequestCondition> conditions(CertificateSigningRequest request) {
    return request.getStatus() == null || request.getStatus().getConditions() == null
        ? List.of()
        : request.getStatus().getConditions();
  }

  static Optional<CertificateSigningRequestCondition> condition(
      CertificateSigningRequest request, String type) {
    return conditions(request).stream().filter(c -> type.equals(c.getType())).findFirst();
  }

  /** Whether the condition exists. Approval and denial always have the status True. */
  static boolean has(CertificateSigningRequest request, String type) {
    return condition(request, type).isPresent();
  }

  static List<String> usages(CertificateSigningRequest request) {
    List<String> usages = request.getSpec().getUsages();
    return usages == null ? List.of() : usages;
  }
}
