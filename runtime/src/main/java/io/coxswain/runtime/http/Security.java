package io.coxswain.runtime.http;

import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * TLS settings of a server.
 *
 * @param clients the policy for client certificates
 * @param protocols TLS versions; empty for the JDK's defaults
 * @param cipherSuites empty for the JDK's defaults
 */
public record Security(
    SSLContext context, Clients clients, List<String> protocols, List<String> cipherSuites) {

  /** The policy for client certificates. */
  public enum Clients {
    /** Client certificates are not requested. */
    UNKNOWN,
    /** Client certificates are requested but optional. */
    ASKED,
    /** Connections without a trusted client certificate are rejected. */
    MUST_SHOW
  }

  /**
   * @param clientsMustShow whether connections without a trusted client certificate are rejected
   */
  public Security(SSLContext context, boolean clientsMustShow) {
    this(context, clientsMustShow ? Clients.MUST_SHOW : Clients.UNKNOWN, List.of(), List.of());
  }

  /** The same settings with the policy. */
  public Security with(TlsPolicy policy) {
    return new Security(context, clients, policy.protocols(), policy.cipherSuites());
  }
}
