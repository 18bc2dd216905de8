package io.coxswain.kube.certificates;

import io.fabric8.kubernetes.api.model.certificates.v1beta1.PodCertificateRequest;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.PodCertificateRequestBuilder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.util.Base64;

/** PodCertificateRequests of one key, which are the same in all runs. */
public final class PodCertificateRequests {
  private static final String POD_UID = "5a1e";
  private static final KeyPair KEYS = TestKeys.newKey();
  private static final String PROOF = proof();

  private PodCertificateRequests() {}

  /** A request in the namespace default. */
  public static PodCertificateRequest named(String name) {
    return new PodCertificateRequestBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withSignerName("example.com/signer")
        .withPodName("p")
        .withPodUID(POD_UID)
        .withServiceAccountName("default")
        .withServiceAccountUID("5a1f")
        .withNodeName("n")
        .withNodeUID("5a20")
        .withPkixPublicKey(Base64.getEncoder().encodeToString(KEYS.getPublic().getEncoded()))
        .withProofOfPossession(PROOF)
        .endSpec()
        .build();
  }

  private static String proof() {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(KEYS.getPrivate());
      signature.update(POD_UID.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
