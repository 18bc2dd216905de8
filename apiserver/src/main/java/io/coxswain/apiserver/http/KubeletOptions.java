package io.coxswain.apiserver.http;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the server connects to kubelets.
 *
 * @param certificateAuthority verifies the serving certificates of kubelets; null to accept any
 * @param clientCertificate the certificate of the server as a client; null to issue one
 * @param clientKey the key of that certificate
 * @param addressTypes the address types of nodes to try, in this order
 */
public record KubeletOptions(
    @Nullable Path certificateAuthority,
    @Nullable Path clientCertificate,
    @Nullable Path clientKey,
    List<String> addressTypes) {
  /** The user of an issued certificate. */
  public static final String USER = "kube-apiserver-kubelet-client";

  /** Addresses; names are not supported because the server does not resolve them. */
  public static final List<String> ADDRESS_TYPES = List.of("InternalIP", "ExternalIP");

  public KubeletOptions {
    addressTypes = List.copyOf(addressTypes);
  }

  /** An issued certificate, and no verification, like kube-apiserver without options. */
  public static KubeletOptions byDefault() {
    return new KubeletOptions(null, null, null, ADDRESS_TYPES);
  }
}
