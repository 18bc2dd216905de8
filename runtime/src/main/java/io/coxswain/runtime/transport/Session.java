package io.coxswain.runtime.transport;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.CancelledException;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Sends requests to one server as one user, according to one load of a kubeconfig. */
final class Session {
  /** For requests; each stream has an additional one. */
  private static final int MAX_CONNECTIONS = 64;

  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

  private final ServerAddress endpoint;
  private final Pool pool;
  private final Duration timeout;
  private final SortedMap<String, String> identity;

  private Session(ServerAddress endpoint, Duration timeout, SortedMap<String, String> identity) {
    this.endpoint = endpoint;
    this.pool = new Pool(endpoint, MAX_CONNECTIONS, timeout);
    this.timeout = timeout;
    this.identity = identity;
  }

  /**
   * @throws IllegalArgumentException for invalid addresses
   */
  static Session of(Config config, SSLContext tls, Duration timeout) {
    String base = config.getMasterUrl().replaceAll("/+$", "");
    String proxy = base.startsWith("https:") ? config.getHttpsProxy() : config.getHttpProxy();
    ServerAddress endpoint =
        ServerAddress.of(base, tls, text(config.getTlsServerName()), text(proxy));
    return new Session(endpoint, timeout, identity(config, endpoint));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static SortedMap<String, String> identity(Config config, ServerAddress endpoint) {
    var headers = new TreeMap<String, String>();
    String token = token(config);
    if (token != null && !token.isEmpty()) {
      headers.put("authorization", "Bearer " + token);
    } else if (config.getUsername() != null && !config.getUsername().isEmpty()) {
      String pair = config.getUsername() + ":" + config.getPassword();
      headers.put(
          "authorization",
          "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }
    if (config.getImpersonateUsername() != null) {
      headers.put("impersonate-user", config.getImpersonateUsername());
    }
    if (!endpoint.forwardAuthorization().isEmpty()) {
      headers.put("proxy-authorization", endpoint.forwardAuthorization());
    }
    return Collections.unmodifiableSortedMap(headers);
  }

  private static @Nullable String token(Config config) {
    if (config.getOauthTokenProvider() != null) {
      return config.getOauthTokenProvider().getToken();
    }
    return config.getOauthToken() != null ? config.getOauthToken() : config.getAutoOAuthToken();
  }

  String server() {
    return endpoint.base();
  }

  /** Closes the connections as they become idle. */
  void retire() {
    pool.retire();
  }

  // ---- exchanges ------------------------------------------------------------------------------

  /** Sends a request and reads the complete response. */
  ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    byte[] message = message(request);
    try {
      try {
        return exchange(pool.acquire(), request, message);
      } catch (NotSentException e) {
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        pool.closeIdle(); // all pooled connections are probably stale
        return exchange(pool.acquire(), request, message);
      }
    } catch (IOException e) {
      throw HttpStream.orCancelled(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException();
    }
  }

  private ApiResponse exchange(Wire wire, ApiRequest request, byte[] message) throws IOException {
    boolean reusable = false;
    try {
      Head head = wire.exchange(message, isHarmless(request));
      wire.until(System.nanoTime() + timeout.toNanos());
      var body = new Body(wire, head.bodyLength(request.method()));
      byte[] bytes = body.readAllBytes();
      reusable = head.kept() && body.isOver();
      return new ApiResponse(head.status(), head.headers(), bytes);
    } finally {
      if (reusable) {
        pool.release(wire);
      } else {
        pool.discard(wire);
      }
    }
  }

  private static boolean isHarmless(ApiRequest request) {
    return request.method().equals("GET") || request.method().equals("HEAD");
  }

  /** Sends a request over its own connection and returns when the response begins. */
  HttpStream open(ApiRequest request) throws IOException, CancelledException {
    byte[] message = message(request);
    try {
      Wire wire = pool.openOwn();
      boolean streaming = false;
      try {
        Head head = wire.exchange(message, false);
        var body = new Body(wire, head.bodyLength(request.method()));
        if (head.status() == 200) {
          pool.unwatch(wire);
          streaming = true;
          return new HttpStream(body, wire::close, null, contentType(head));
        }
        return new HttpStream(
            InputStream.nullInputStream(),
            () -> {},
            new ApiResponse(head.status(), head.headers(), body.readAllBytes()),
            contentType(head));
      } finally {
        if (!streaming) {
          pool.forget(wire);
        }
      }
    } catch (IOException e) {
      throw HttpStream.orCancelled(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException();
    }
  }

  private static String contentType(Head head) {
    List<String> values = head.headers().get("content-type");
    return values == null ? "" : values.getFirst();
  }

  // ---- encoding -------------------------------------------------------------------------------

  private byte[] message(ApiRequest request) {
    var head = new StringBuilder(512);
    head.append(request.method()).append(' ').append(endpoint.targetPrefix());
    head.append(request.target()).append(" HTTP/1.1\r\nhost: ").append(endpoint.authority());
    head.append("\r\n");
    if (request.header("user-agent") == null) {
      add(head, "user-agent", "coxswain");
    }
    request
        .headers()
        .forEach(
            (name, value) -> {
              if (!identity.containsKey(name)) {
                add(head, name, value);
              }
            });
    identity.forEach((name, value) -> add(head, name, value));
    byte[] body = request.body();
    if (body.length > 0 || WITH_BODY.contains(request.method())) {
      head.append("content-length: ").append(body.length).append("\r\n");
    }
    head.append("\r\n");
    byte[] bytes = new byte[head.length() + body.length];
    for (int i = 0; i < head.length(); i++) {
      bytes[i] = (byte) head.charAt(i);
    }
    System.arraycopy(body, 0, bytes, head.length(), body.length);
    return bytes;
  }

  private static void add(StringBuilder head, String name, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f || c > 0xff) {
        throw new IllegalArgumentException("the header " + name + " contains an invalid character");
      }
    }
    head.append(name).append(": ").append(value).append("\r\n");
  }
}
