package io.coxswain.runtime.http;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A complete HTTP response.
 *
 * @param headers in addition to the content type
 */
public record EndpointResponse(
    int status, String contentType, byte[] body, SortedMap<String, String> headers) {
  public static final EndpointResponse NOT_FOUND = text(404, "404 page not found\n");

  public EndpointResponse(int status, String contentType, byte[] body) {
    this(status, contentType, body, Collections.emptySortedMap());
  }

  public static EndpointResponse text(int status, String body) {
    return new EndpointResponse(
        status, "text/plain; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
  }

  /** The same response with an additional header. */
  public EndpointResponse with(String name, String value) {
    var more = new TreeMap<>(headers);
    more.put(name, value);
    return new EndpointResponse(status, contentType, body, Collections.unmodifiableSortedMap(more));
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
