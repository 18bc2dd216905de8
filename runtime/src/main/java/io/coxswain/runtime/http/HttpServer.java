package io.coxswain.runtime.http;

import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A server of one handler, HTTP/1.1 only, plain or over TLS. */
public final class HttpServer implements AutoCloseable {
  private static final int LARGEST_HEADER = 1024 * 1024;

  private static final Handler CLOSED = request -> Answer.text(503, "stopped\n");

  private final WebServer server;
  private volatile Handler handler;
  private final int largestBody;

  private HttpServer(
      Address address, Handler handler, @Nullable Security security, int largestBody) {
    this.handler = handler;
    this.largestBody = largestBody;
    WebServerConfig.Builder builder =
        WebServer.builder()
            .host(address.host)
            .port(address.port)
            .shutdownHook(false)
            .addProtocol(Http1Config.builder().maxHeadersSize(LARGEST_HEADER).build())
            .routing(HttpRouting.builder().any(this::answer));
    if (security != null) {
      builder.tls(tls(security));
    }
    this.server = builder.build();
  }

  private static Tls tls(Security security) {
    var tls =
        Tls.builder()
            .sslContext(security.context())
            .clientAuth(
                switch (security.clients()) {
                  case UNKNOWN -> TlsClientAuth.NONE;
                  case ASKED -> TlsClientAuth.OPTIONAL;
                  case MUST_SHOW -> TlsClientAuth.REQUIRED;
                });
    if (!security.protocols().isEmpty()) {
      tls.enabledProtocols(security.protocols());
    }
    if (!security.cipherSuites().isEmpty()) {
      tls.enabledCipherSuites(security.cipherSuites());
    }
    return tls.build();
  }

  private record Address(String host, int port) {
    static Address parse(String text) {
      int colon = text.lastIndexOf(':');
      String host = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
      try {
        return new Address(
            host.isEmpty() ? "0.0.0.0" : host, Integer.parseInt(text.substring(colon + 1)));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("\"" + text + "\" is no address: want host:port", e);
      }
    }
  }

  /**
   * Begins to serve.
   *
   * @param address {@code :8081} for all interfaces as in Go, {@code 127.0.0.1:8081}, or a port
   *     alone for the loopback interface; port 0 for any free one
   * @param security null for plain HTTP
   * @param largestBody more of a body than this and one byte is not read
   * @throws IOException when the port is taken
   */
  public static HttpServer start(
      String address, Handler handler, @Nullable Security security, int largestBody)
      throws IOException {
    var started = new HttpServer(Address.parse(address), handler, security, largestBody);
    String problem =
        "cannot listen on " + address + ": the port is in use or not permitted; choose another";
    try {
      started.server.start();
    } catch (RuntimeException e) {
      throw new IOException(problem, e);
    }
    if (!started.server.isRunning()) {
      throw new IOException(problem);
    }
    return started;
  }

  public int port() {
    return server.port();
  }

  private void answer(ServerRequest request, ServerResponse response) {
    Answer answer = handler.handle(read(request));
    response.status(Status.create(answer.status()));
    response.header(HeaderNames.CONTENT_TYPE, answer.contentType());
    response.header(HeaderNames.create("X-Content-Type-Options"), "nosniff");
    answer.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
    response.send(answer.body());
  }

  private Request read(ServerRequest request) {
    var query = new TreeMap<String, List<String>>();
    for (String name : request.query().names()) {
      query.put(name, request.query().all(name, List::of));
    }
    Map<String, String> headers = new TreeMap<>();
    for (Header header : request.headers()) {
      headers.put(header.name().toLowerCase(Locale.ROOT), header.get());
    }
    return new Request(
        request.prologue().method().text(),
        request.path().path(),
        query,
        headers,
        body(request),
        chain(request));
  }

  private static List<X509Certificate> chain(ServerRequest request) {
    var chain = new ArrayList<X509Certificate>();
    for (Certificate certificate :
        request.remotePeer().tlsCertificates().orElseGet(() -> new Certificate[0])) {
      if (certificate instanceof X509Certificate x509) {
        chain.add(x509);
      }
    }
    return List.copyOf(chain);
  }

  private byte[] body(ServerRequest request) {
    if (largestBody == 0 || !request.content().hasEntity()) {
      return new byte[0];
    }
    try (InputStream in = request.content().inputStream()) {
      return in.readNBytes(largestBody + 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Helidon keeps its timer, and so a stopped server, for ever; not what it answered with. */
  @Override
  public void close() {
    server.stop();
    handler = CLOSED;
  }
}
