package io.coxswain.kube.certificates;

import io.coxswain.runtime.certificates.IdentitySource;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Options of the signing controllers.
 *
 * @param cas CAs by signer name; a signer without a CA does not run. Files are read by {@link
 *     CaFiles}.
 * @param duration {@code --cluster-signing-duration}: the maximum validity of a certificate
 */
public record SigningOptions(SortedMap<String, IdentitySource> cas, Duration duration) {
  public static final String KUBELET_SERVING = "kubernetes.io/kubelet-serving";
  public static final String KUBELET_CLIENT = "kubernetes.io/kube-apiserver-client-kubelet";
  public static final String API_SERVER_CLIENT = "kubernetes.io/kube-apiserver-client";
  public static final String LEGACY_UNKNOWN = "kubernetes.io/legacy-unknown";
  public static final Duration DEFAULT_DURATION = Duration.ofDays(365);

  public SigningOptions {
    cas = Collections.unmodifiableSortedMap(new TreeMap<>(cas));
  }

  /** Options without any signer. */
  public static SigningOptions none() {
    return new SigningOptions(new TreeMap<>(), DEFAULT_DURATION);
  }

  /** Options in which all four signers use the same CA, {@code --cluster-signing-cert-file}. */
  public static SigningOptions all(IdentitySource authority, Duration duration) {
    return none()
        .with(KUBELET_SERVING, authority)
        .with(KUBELET_CLIENT, authority)
        .with(API_SERVER_CLIENT, authority)
        .with(LEGACY_UNKNOWN, authority)
        .lasting(duration);
  }

  /** Adds a signer. */
  public SigningOptions with(String signer, IdentitySource authority) {
    if (!SignerRules.isKnown(signer)) {
      throw new IllegalArgumentException("unrecognized signerName: \"" + signer + "\"");
    }
    var more = new TreeMap<>(cas);
    more.put(signer, authority);
    return new SigningOptions(more, duration);
  }

  public SigningOptions lasting(Duration time) {
    return new SigningOptions(cas, time);
  }
}
