package io.coxswain.runtime.http;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A whole HTTP request.
 *
 * @param query values by name, in the order given
 * @param headers by lower-case name
 * @param body at most one byte more than its server takes
 * @param clientChain the certificates that the client showed, its own first; not checked beyond
 *     what the server's security asks for
 */
public record Request(
    String method,
    String path,
    Map<String, List<String>> query,
    Map<String, String> headers,
    byte[] body,
    List<X509Certificate> clientChain) {

  /** From a client that showed no certificate. */
  public Request(
      String method,
      String path,
      Map<String, List<String>> query,
      Map<String, String> headers,
      byte[] body) {
    this(method, path, query, headers, body, List.of());
  }

  /** The value of a header; empty when there is none. */
  public String header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
  }
}
