package io.coxswain.runtime.http;

import io.coxswain.env.Env;
import io.coxswain.env.server.ConnectionLimits;
import io.coxswain.env.server.Connections;
import io.coxswain.env.server.GuardedListener;
import io.coxswain.env.server.RestartingServer;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An HTTP/1.1 server for one handler, plain or over TLS. */
public final class HttpServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HttpServer.class);
  private static final int MAX_HEADER_SIZE = 1024 * 1024;

  /** The servers of managers have few clients. */
  private static final int MAX_CONNECTIONS = 1000;

  private static final int MAX_OF_AN_ADDRESS = 500;
  private static final int RESERVE = 16;

  private static final Handler CLOSED = request -> EndpointResponse.text(503, "stopped\n");

  private final RestartingServer server;
  private final Connections connections;
  private volatile Handler handler;
  private final int largestBody;

  private HttpServer(
      Address address,
      Handler handler,
      @Nullable Security security,
      int largestBody,
      ConnectionLimits limits) {
    this.handler = handler;
    this.largestBody = largestBody;
    WebServerConfig.Builder builder =
        WebServer.builder()
            .host(address.host)
            .port(address.port)
            .shutdownHook(false)
            .routing(HttpRouting.builder().any(this::answer));
    if (security != null) {
      builder.tls(tls(security));
    }
    Env env = Env.production();
    this.connections = new Connections(env, limits);
    GuardedListener.install(
        builder, connections, http1 -> http1.maxHeadersSize(MAX_HEADER_SIZE), selector -> {});
    this.server = new RestartingServer(env, builder);
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
        throw new IllegalArgumentException("\"" + text + "\" is not an address: want host:port", e);
      }
    }
  }

  /**
   * Starts the server.
   *
   * @param address {@code :8081} for all interfaces as in Go, {@code 127.0.0.1:8081}, or a port for
   *     the loopback interface; port 0 for any free port
   * @param security null for plain HTTP
   * @param largestBody maximum size of a request body; at most one byte more is read
   * @throws IOException if the port is in use
   */
  public static HttpServer start(
      String address, Handler handler, @Nullable Security security, int largestBody)
      throws IOException {
    var limits = ConnectionLimits.ofProcess(2 * MAX_HEADER_SIZE, largestBody);
    int total = Math.min(MAX_CONNECTIONS, limits.total());
    return start(
        address,
        handler,
        security,
        largestBody,
        limits.withConnections(total, RESERVE, MAX_OF_AN_ADDRESS));
  }

  static HttpServer start(
      String address,
      Handler handler,
      @Nullable Security security,
      int largestBody,
      ConnectionLimits limits)
      throws IOException {
    var started = new HttpServer(Address.parse(address), handler, security, largestBody, limits);
    String problem =
        "cannot listen on " + address + ": the port is in use or not permitted; choose another";
    try {
      started.server.start();
    } catch (RuntimeException e) {
      started.close();
      throw new IOException(problem, e);
    }
    if (!started.server.isRunning()) {
      started.close();
      throw new IOException(problem);
    }
    return started;
  }

  public int port() {
    return server.port();
  }

  /**
   * Serves one request. Helidon continues to read after a response that closes the connection, and
   * after a body that could not be read; therefore every case that ends a connection is handled
   * here.
   */
  private void answer(ServerRequest request, ServerResponse response) {
    try {
      boolean close = request.headers().containsToken(HeaderValues.CONNECTION_CLOSE);
      EndpointResponse answer;
      try {
        answer = handle(read(request));
      } catch (CloseConnectionException e) {
        throw e;
      } catch (RequestException | DataReader.IncorrectNewLineException | UncheckedIOException e) {
        boolean large = e instanceof RequestException told && told.status().code() == 413;
        answer = EndpointResponse.text(large ? 413 : 400, large ? "too large\n" : "bad request\n");
        close = true;
      }
      boolean unread = request.content().hasEntity() && !request.content().consumed();
      close |= answer.stream() != null;
      if (close || unread) {
        response.header(HeaderValues.CONNECTION_CLOSE);
      }
      send(answer, response);
      if (close || unread) {
        throw new CloseConnectionException("the connection is closed after this response");
      }
    } finally {
      GuardedListener.current().ifPresent(Connections.Connection::served);
    }
  }

  /** A request that exhausts the stack fails individually; other errors propagate. */
  private EndpointResponse handle(Request request) {
    try {
      return handler.handle(request);
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      log.atError()
          .addKeyValue("method", request.method())
          .setCause(e)
          .log("Request handler failed");
      return EndpointResponse.text(500, "internal server error\n");
    }
  }

  private static void send(EndpointResponse answer, ServerResponse response) {
    response.status(Status.create(answer.status()));
    response.header(HeaderNames.CONTENT_TYPE, answer.contentType());
    response.header(HeaderNames.create("X-Content-Type-Options"), "nosniff");
    answer.headers().forEach((name, value) -> response.header(HeaderNames.create(name), value));
    EndpointResponse.Stream stream = answer.stream();
    if (stream == null) {
      response.send(answer.body());
      return;
    }
    try (OutputStream out = response.outputStream()) {
      stream.writeTo(out);
    } catch (IOException | UncheckedIOException e) {
      log.atDebug().addKeyValue("err", e.getMessage()).log("The client closed a stream");
      throw new CloseConnectionException("the client has disconnected", e);
    }
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

  /** Helidon's timer keeps a stopped server reachable indefinitely; the handler is released. */
  @Override
  public void close() {
    server.close();
    connections.close();
    handler = CLOSED;
  }
}
