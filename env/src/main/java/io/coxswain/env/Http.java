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
 * Requests to servers other than the API server: slurmrestd, a kubelet.
 *
 * <p>Sends each request once. Redirects are not followed; they are answers like others.
 */
public interface Http {

  /** The port of a world without such servers. */
  Http NONE =
      request -> {
        throw new IOException("no server answers at " + request.uri().getAuthority() + " here");
      };

  /**
   * Sends a request and returns once the answer begins. Its body is read from the stream, which
   * fails with an {@link IOException} when it ends too early, is too long or takes too long.
   *
   * @throws IOException when no answer began; a request that changes something may have happened
   */
  Answer open(Request request) throws IOException, CancelledException;

  /**
   * What to ask.
   *
   * @param headers by name; may hold credentials, so neither they nor this are for logs
   * @param body empty for none
   * @param timeout for everything: connecting, waiting, reading the answer to its end
   * @param most the longest body taken, in bytes
   * @param tls whom to trust and what to show over HTTPS; null for the system's own. Connections
   *     are shared by requests with the same object.
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

    /** The same with another header. */
    public Request with(String name, String value) {
      var more = new TreeMap<>(headers);
      more.put(name, value);
      return new Request(
          method, uri, Collections.unmodifiableSortedMap(more), body, timeout, most, tls);
    }

    /** The same with a body to post. */
    public Request post(byte[] body) {
      return new Request("POST", uri, headers, body, timeout, most, tls);
    }

    /** The same, over HTTPS as the context says. */
    public Request tls(SSLContext context) {
      return new Request(method, uri, headers, body, timeout, most, context);
    }

    @Override
    public String toString() {
      return method + " " + uri; // headers may hold credentials
    }
  }

  /** An answer that has begun. Closing it before its end gives the connection up. */
  record Answer(int status, InputStream body) implements Closeable {
    @Override
    public void close() throws IOException {
      body.close();
    }
  }
}
