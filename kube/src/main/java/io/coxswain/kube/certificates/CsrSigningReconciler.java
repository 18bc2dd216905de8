package io.coxswain.kube.certificates;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.env.Entropy;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.runtime.certificates.IdentitySource;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestCondition;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestConditionBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/** Signs approved requests of one signer. */
final class CsrSigningReconciler implements Reconciler<ObjectKey> {
  private final Client client;
  private final String signer;
  private final IdentitySource authority;
  private final Duration longest;
  private final Signature signature;

  CsrSigningReconciler(
      Client client, String signer, IdentitySource authority, Duration longest, Entropy entropy) {
    this.client = client;
    this.signer = signer;
    this.authority = authority;
    this.longest = longest;
    this.signature = new Signature(entropy);
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<CertificateSigningRequest> found = client.get(CertificateSigningRequest.class, key);
    if (found.filter(this::isMineToSign).isEmpty()) {
      return Outcome.done();
    }
    CertificateSigningRequest csr = found.get();
    try {
      Request request = Request.parse(csr.getSpec().getRequest());
      String objection = SignerRules.objection(signer, request, SigningRequests.usages(csr));
      if (objection != null) {
        fail(csr, objection, pass);
      } else {
        write(csr, sign(csr, request, pass));
      }
      return Outcome.done();
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      pass.log()
          .atError()
          .addKeyValue("csr", key.name())
          .addKeyValue("err", e.getMessage())
          .log("Error auto signing CSR");
      return Outcome.again();
    }
  }

  private boolean isMineToSign(CertificateSigningRequest csr) {
    return signer.equals(csr.getSpec().getSignerName())
        && !SigningRequests.isIssued(csr)
        && SigningRequests.has(csr, SigningRequests.APPROVED)
        && !SigningRequests.has(csr, SigningRequests.DENIED)
        && !SigningRequests.has(csr, SigningRequests.FAILED);
  }

  private String sign(CertificateSigningRequest csr, Request request, Reconciliation pass)
      throws GeneralSecurityException {
    Identity identity = authority.current();
    if (identity == null) {
      throw new GeneralSecurityException("CA certificate is not available yet");
    }
    return signature.sign(
        request,
        Usages.parse(SigningRequests.usages(csr)),
        Validity.time(csr.getSpec().getExpirationSeconds(), longest),
        identity,
        pass.now());
  }

  private void write(CertificateSigningRequest csr, String pem) throws ApiException {
    String base64 = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
    client.patchStatus(csr, c -> status(c).setCertificate(base64));
  }

  private void fail(CertificateSigningRequest csr, String objection, Reconciliation pass)
      throws ApiException {
    client.patchStatus(
        csr,
        c -> {
          var conditions =
              new ArrayList<CertificateSigningRequestCondition>(SigningRequests.conditions(c));
          conditions.add(
              new CertificateSigningRequestConditionBuilder()
                  .withType(SigningRequests.FAILED)
                  .withStatus("True")
                  .withReason("SignerValidationFailure")
                  .withMessage(objection)
                  .withLastUpdateTime(Timestamps.format(pass.now()))
                  .build());
          status(c).setConditions(conditions);
        });
  }

  private static CertificateSigningRequestStatus status(CertificateSigningRequest csr) {
    var status =
        Objects.requireNonNullElseGet(csr.getStatus(), CertificateSigningRequestStatus::new);
    csr.setStatus(status);
    return status;
  }
}
