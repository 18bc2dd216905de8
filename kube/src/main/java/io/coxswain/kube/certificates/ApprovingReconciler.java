package io.coxswain.kube.certificates;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestCondition;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestConditionBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestSpec;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;

/**
 * Approves client certificate requests of kubelets after a SubjectAccessReview of the requester.
 */
final class ApprovingReconciler implements Reconciler<ObjectKey> {
  private final Client client;

  ApprovingReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<CertificateSigningRequest> found = client.get(CertificateSigningRequest.class, key);
    if (found.filter(ApprovingReconciler::isUndecided).isEmpty()) {
      return Outcome.done();
    }
    CertificateSigningRequest csr = found.get();
    Request request;
    try {
      request = Request.parse(csr.getSpec().getRequest());
    } catch (IOException | IllegalArgumentException e) {
      pass.log()
          .atError()
          .addKeyValue("csr", key.name())
          .addKeyValue("err", e.getMessage())
          .log("Unable to parse CSR");
      return Outcome.again();
    }
    if (!isOfAKubelet(csr, request)) {
      return Outcome.done();
    }
    if (request.commonName().equals(csr.getSpec().getUsername()) && may(csr, "selfnodeclient")) {
      approve(csr, "Auto approving self kubelet client certificate after SubjectAccessReview.");
      return Outcome.done();
    }
    if (may(csr, "nodeclient")) {
      approve(csr, "Auto approving kubelet client certificate after SubjectAccessReview.");
      return Outcome.done();
    }
    pass.log()
        .atDebug()
        .addKeyValue("csr", key.name())
        .log("Recognized CSR but subject access review was not approved");
    return Outcome.again();
  }

  private static boolean isUndecided(CertificateSigningRequest csr) {
    return !SigningRequests.isIssued(csr)
        && !SigningRequests.has(csr, SigningRequests.APPROVED)
        && !SigningRequests.has(csr, SigningRequests.DENIED);
  }

  private static boolean isOfAKubelet(CertificateSigningRequest csr, Request request) {
    return SigningOptions.KUBELET_CLIENT.equals(csr.getSpec().getSignerName())
        && SignerRules.kubeletClientObjection(request, SigningRequests.usages(csr)) == null;
  }

  /** Whether the requester may create the given subresource of certificatesigningrequests. */
  private boolean may(CertificateSigningRequest csr, String subresource) throws ApiException {
    CertificateSigningRequestSpec spec = csr.getSpec();
    SubjectAccessReview review =
        client.create(
            new SubjectAccessReviewBuilder()
                .withNewMetadata()
                .endMetadata()
                .withNewSpec()
                .withUser(spec.getUsername())
                .withUid(spec.getUid())
                .withGroups(spec.getGroups())
                .withExtra(spec.getExtra())
                .withNewResourceAttributes()
                .withGroup("certificates.k8s.io")
                .withVersion("*")
                .withResource("certificatesigningrequests")
                .withSubresource(subresource)
                .withVerb("create")
                .endResourceAttributes()
                .endSpec()
                .build());
    return review.getStatus() != null && Boolean.TRUE.equals(review.getStatus().getAllowed());
  }

  private void approve(CertificateSigningRequest seen, String message) throws ApiException {
    CertificateSigningRequest csr = Json.copy(seen);
    var conditions =
        new ArrayList<CertificateSigningRequestCondition>(SigningRequests.conditions(csr));
    conditions.add(
        new CertificateSigningRequestConditionBuilder()
            .withType(SigningRequests.APPROVED)
            .withStatus("True")
            .withReason("AutoApproved")
            .withMessage(message)
            .build());
    var status =
        Objects.requireNonNullElseGet(csr.getStatus(), CertificateSigningRequestStatus::new);
    status.setConditions(conditions);
    csr.setStatus(status);
    client.updateSubresource(csr, "approval", csr);
  }
}
