package io.coxswain.env;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to servers other than the API server, such as slurmrestd and kubelets.
 *
 * <p>Sends each request once. Redirects are not followed but returned as responses.
 */
public interface Http {

  /** The implementation of an environment without such servers. */
  Http NONE =
      request -> {
        throw new IOException(
            "no server at " + request.uri().getAuthority() + " in this environment");
      };

  /**
   * Sends a request and returns when the response begins. The body is read from the stream, which
   * throws an {@link IOException} if it ends early, exceeds the size limit or the timeout.
   *
   * @throws IOException if no response arrived; a request with side effects may have happened
   */
  Answer open(Request request) throws IOException, CancelledException;

  /**
   * An HTTP request.
   *
   * @param headers by name; may contain credentials, so neither they nor this request may be logged
   * @param body empty for none
   * @param timeout for the complete exchange: connecting, waiting and reading the response
   * @param most maximum size of the response body in bytes
   * @param tls trusted CAs and client certificate for HTTPS; null for the system defaults. Requests
   *     with the same context share connections.
   */
  record Request(
      String method,
      URI uri,
      SortedMap<String, String> headers,
      byte[] body,
      Duration timeout,
      long most,
      @Nullable SSLContext tls) {

    private static final byte[] NOTHING = {};

    /** A request without headers and body. */
    public static Request get(URI uri, Duration timeout, long most) {
      return new Request("GET", uri, Collections.emptySortedMap(), NOTHING, timeout, most, null);
    }

    /** The same request with an additional header. */
    public Request with(String name, String value) {
      var more = new TreeMap<>(headers);
      more.put(name, value);
      return new Request(
          method, uri, Collections.unmodifiableSortedMap(more), body, timeout, most, tls);
    }

    /** The same request as a POST with the body. */
    public Request post(byte[] body) {
      return new Request("POST", uri, headers, body, timeout, most, tls);
    }

    /** The same request with the TLS context. */
    public Request tls(SSLContext context) {
      return new Request(method, uri, headers, body, timeout, most, context);
    }

    @Override
    public String toString() {
      return method + " " + uri; // headers may contain credentials
    }
  }

  /** A response whose body is still to be read. Closing it early closes the connection. */
  record Answer(int status, InputStream body) implements Closeable {
    @Override
    public void close() throws IOException {
      body.close();
    }
  }
}
