package io.coxswain.runtime.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A whole HTTP request.
 *
 * @param query values by name, in the order given
 * @param headers by lower-case name
 * @param body at most one byte more than its server takes
 */
public record Request(
    String method,
    String path,
    Map<String, List<String>> query,
    Map<String, String> headers,
    byte[] body) {

  /** The value of a header; empty when there is none. */
  public String header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
  }
}
