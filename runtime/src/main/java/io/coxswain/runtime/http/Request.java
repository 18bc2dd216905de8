package io.coxswain.runtime.http;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A complete HTTP request.
 *
 * @param query values by name, in the order given
 * @param headers by lower-case name
 * @param body at most one byte more than the server's limit
 * @param clientChain the client's certificate chain, leaf first; verified only as far as the
 *     server's security settings require
 */
public record Request(
    String method,
    String path,
    Map<String, List<String>> query,
    Map<String, String> headers,
    byte[] body,
    List<X509Certificate> clientChain) {

  /** A request without a client certificate. */
  public Request(
      String method,
      String path,
      Map<String, List<String>> query,
      Map<String, String> headers,
      byte[] body) {
    this(method, path, query, headers, body, List.of());
  }

  /** The value of a header; empty if it is missing. */
  public String header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
  }
}
