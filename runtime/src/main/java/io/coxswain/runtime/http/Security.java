package io.coxswain.runtime.http;

import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * How connections are secured.
 *
 * @param clients what is asked of clients
 * @param protocols versions of TLS to talk; empty for those of the JDK
 * @param cipherSuites suites to talk; empty for those of the JDK
 */
public record Security(
    SSLContext context, Clients clients, List<String> protocols, List<String> cipherSuites) {

  /** Whether clients show certificates. */
  public enum Clients {
    /** They are not asked. */
    UNKNOWN,
    /** They are asked, and may have none. */
    ASKED,
    /** One without a trusted certificate is turned away. */
    MUST_SHOW
  }

  /**
   * @param clientsMustShow whether a client without a trusted certificate is turned away
   */
  public Security(SSLContext context, boolean clientsMustShow) {
    this(context, clientsMustShow ? Clients.MUST_SHOW : Clients.UNKNOWN, List.of(), List.of());
  }

  /** The same, talking as the policy says. */
  public Security with(TlsPolicy policy) {
    return new Security(context, clients, policy.protocols(), policy.cipherSuites());
  }
}
