package io.coxswain.kube.trustbundle;

import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundle;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundleBuilder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** One write towards the single bundle of a signer. */
sealed interface TrustBundlePlan {
  int HASH_BYTES = 12;

  record Create(ClusterTrustBundle bundle) implements TrustBundlePlan {}

  record Correct(ClusterTrustBundle bundle, String certificates) implements TrustBundlePlan {}

  record Delete(ClusterTrustBundle bundle) implements TrustBundlePlan {}

  /**
   * The writes in their order: pods always find a bundle.
   *
   * @param bundles those of all signers
   */
  static List<TrustBundlePlan> of(
      String signer, String certificates, List<ClusterTrustBundle> bundles) {
    String name = name(signer, certificates);
    var plan = new ArrayList<TrustBundlePlan>();
    bundles.stream()
        .filter(bundle -> bundle.getMetadata().getName().equals(name))
        .findFirst()
        .ifPresentOrElse(
            bundle -> {
              if (!certificates.equals(bundle.getSpec().getTrustBundle())) {
                plan.add(new Correct(bundle, certificates));
              }
            },
            () -> plan.add(new Create(bundle(name, signer, certificates))));
    bundles.stream()
        .filter(bundle -> isOf(signer, bundle))
        .filter(bundle -> !bundle.getMetadata().getName().equals(name))
        .filter(bundle -> bundle.getMetadata().getDeletionTimestamp() == null)
        .forEach(bundle -> plan.add(new Delete(bundle)));
    return plan;
  }

  static boolean isOf(String signer, ClusterTrustBundle bundle) {
    return signer.equals(bundle.getSpec().getSignerName());
  }

  private static ClusterTrustBundle bundle(String name, String signer, String certificates) {
    return new ClusterTrustBundleBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withSignerName(signer)
        .withTrustBundle(certificates)
        .endSpec()
        .build();
  }

  /** The signer with colons, and the first 12 bytes of the SHA-256 hash of the certificates. */
  static String name(String signer, String certificates) {
    return signer.replace('/', ':')
        + ":"
        + HexFormat.of().formatHex(sha256(certificates), 0, HASH_BYTES);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
