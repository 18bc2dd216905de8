package io.coxswain.apiserver.admission.webhook;

import org.jspecify.annotations.Nullable;

/**
 * Where a service is served.
 *
 * @param address host and port
 * @param pod null when the address is not that of a pod
 */
public record ServiceEndpoint(String address, @Nullable PodPort pod) {

  /** A port of a pod. */
  public record PodPort(String namespace, String name, int port) {}
}
