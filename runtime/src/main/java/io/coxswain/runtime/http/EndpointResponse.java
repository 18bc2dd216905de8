package io.coxswain.runtime.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP response: a complete body, or one that is written while it is produced.
 *
 * @param body empty if the response has a stream
 * @param headers in addition to the content type
 * @param stream writes the body; null if the body is complete
 */
public record EndpointResponse(
    int status,
    String contentType,
    byte[] body,
    SortedMap<String, String> headers,
    @Nullable Stream stream) {
  public static final EndpointResponse NOT_FOUND = text(404, "404 page not found\n");

  /** A body that is written while it is produced, such as a sequence of events. */
  @FunctionalInterface
  public interface Stream {
    /**
     * Writes the body and returns at its end. What has been written reaches the client when it is
     * flushed.
     *
     * @throws IOException if the client has disconnected
     */
    void writeTo(OutputStream out) throws IOException;
  }

  public EndpointResponse(int status, String contentType, byte[] body) {
    this(status, contentType, body, Collections.emptySortedMap(), null);
  }

  public static EndpointResponse text(int status, String body) {
    return new EndpointResponse(
        status, "text/plain; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
  }

  /** A response with status 200 whose body is written while it is produced. */
  public static EndpointResponse streaming(String contentType, Stream stream) {
    return new EndpointResponse(
        200, contentType, new byte[0], Collections.emptySortedMap(), stream);
  }

  /** The same response with an additional header. */
  public EndpointResponse with(String name, String value) {
    var more = new TreeMap<>(headers);
    more.put(name, value);
    return new EndpointResponse(
        status, contentType, body, Collections.unmodifiableSortedMap(more), stream);
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
