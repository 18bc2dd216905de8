package io.coxswain.apiserver.http;

import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.http.BackendExchange.Field;
import io.coxswain.apiserver.http.BackendExchange.Head;
import io.coxswain.apiserver.rest.BackendIdentity;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.apiserver.rest.ProxiedRequest;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Sockets;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import io.coxswain.env.server.Connections;
import io.coxswain.env.server.GuardedListener;
import io.coxswain.env.tls.TlsConnection;
import io.coxswain.env.tls.TrustEveryone;
import io.helidon.common.socket.PeerInfo;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forwards requests to pods, nodes and the servers of APIServices, and their responses back. Bodies
 * are streamed in both directions concurrently, with one buffer each. A request without progress
 * for {@link #IDLE_TIMEOUT} ends.
 */
final class BackendProxy implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(BackendProxy.class);
  private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(10);
  private static final int BUFFER_BYTES = 16 * 1024;

  private final Tasks tasks;
  private final Watchdog watchdog;
  private final FrontProxy front;
  private final Set<Closeable> open = ConcurrentHashMap.newKeySet();

  BackendProxy(Tasks tasks, Watchdog watchdog, FrontProxy front) {
    this.tasks = tasks;
    this.watchdog = watchdog;
    this.front = front;
  }

  /**
   * Serves a request that does not switch protocols.
   *
   * @param read the body if it has been read; null if it is still to come
   */
  void serve(
      ServerRequest request,
      ServerResponse response,
      HandlerResponse.Proxy proxy,
      byte @Nullable [] read) {
    try (var accounting = proxy.accounting();
        var deadline = watchdog.begin(IDLE_TIMEOUT)) {
      try (BackendExchange exchange = connect(proxy.request())) {
        open.add(exchange);
        try {
          String method = request.prologue().method().text();
          @Nullable Task upload = send(request, exchange, proxy.request(), read, deadline);
          try {
            Head head = exchange.readHead();
            deadline.extend(IDLE_TIMEOUT);
            long length = BackendExchange.length(method, head);
            if (head.status() == 101) {
              throw new IOException("unexpected response: status code 101");
            }
            accounting.responded(head.status());
            relay(method, head, length, exchange, proxy.request(), request, response, deadline);
          } finally {
            if (upload != null) {
              upload.cancel();
            }
          }
        } finally {
          open.remove(exchange);
        }
      } catch (IOException e) {
        accounting.responded(503);
        String why = deadline.late() ? "context deadline exceeded" : String.valueOf(e.getMessage());
        // Upstream's aggregator sends the plain text of the error.
        send(
            proxy.request().identity() == null
                ? unreachable(why)
                : Responses.unsniffed(Responses.text(503, why + "\n")),
            response);
      }
    }
  }

  private static ApiResponse unreachable(String why) {
    return Responses.refusal(
        StatusException.serviceUnavailable("error trying to reach service: " + why));
  }

  private BackendExchange connect(ProxiedRequest proxied) throws IOException {
    Sockets.Connection connection = proxied.connect();
    BackendIdentity identity = proxied.identity();
    if (identity != null) {
      return new BackendExchange(
          TlsConnection.over(connection, front.context(identity), identity.serverName()));
    }
    if (proxied.encrypted() || !proxied.scheme().equals("https")) {
      return new BackendExchange(connection);
    }
    String host = proxied.address().substring(0, proxied.address().lastIndexOf(':'));
    return new BackendExchange(TlsConnection.over(connection, TrustEveryone.context(), host));
  }

  /** Sends the head and begins to send the body, if there is one, in a task of its own. */
  private @Nullable Task send(
      ServerRequest request,
      BackendExchange exchange,
      ProxiedRequest proxied,
      byte @Nullable [] body,
      Watchdog.Deadline deadline)
      throws IOException {
    Headers headers = request.headers();
    List<Field> fields =
        new ArrayList<>(
            ForwardedHeaders.request(headers, proxied, peer(request.remotePeer()), false));
    boolean hasBody = body == null && request.content().hasEntity();
    OptionalLong length =
        body == null
            ? request.headers().contentLength()
            : body.length == 0 ? OptionalLong.empty() : OptionalLong.of(body.length);
    boolean chunked = hasBody && length.isEmpty();
    if (chunked) {
      fields.add(new Field("Transfer-Encoding", "chunked"));
    } else if (length.isPresent()) {
      fields.add(new Field("Content-Length", Long.toString(length.getAsLong())));
    }
    exchange.send(
        request.prologue().method().text(),
        ForwardedHeaders.target(proxied, request.query().rawValue()),
        fields);
    if (body != null) {
      exchange.sendBody(body, body.length);
    }
    if (!hasBody) {
      return null;
    }
    var unread = new PassedOnBody(request.content().inputStream(), GuardedListener.current());
    // The first read sends "100 Continue" to a client that waits for it, before any response.
    var first = new byte[BUFFER_BYTES];
    int read = unread.next(first);
    deadline.extend(IDLE_TIMEOUT);
    return tasks.spawn(
        "proxied request body", () -> upload(unread, first, read, chunked, exchange, deadline));
  }

  /** The address of the client, without a lookup of its name. */
  static String peer(PeerInfo peer) {
    return peer.address() instanceof InetSocketAddress socket && socket.getAddress() != null
        ? socket.getAddress().getHostAddress()
        : peer.host();
  }

  /** A body that is limited in what is kept of it, not in its length. */
  private record PassedOnBody(InputStream in, Optional<Connections.Connection> connection) {
    int next(byte[] buffer) throws IOException {
      connection.ifPresent(Connections.Connection::passedOn);
      try {
        return in.read(buffer);
      } catch (RuntimeException e) {
        throw new IOException("failed to read the request body", e);
      }
    }
  }

  /** A body that the client does not finish ends the exchange, so that it never looks complete. */
  private static void upload(
      PassedOnBody body,
      byte[] buffer,
      int first,
      boolean chunked,
      BackendExchange exchange,
      Watchdog.Deadline deadline)
      throws IOException {
    int read = first;
    while (read >= 0) {
      try {
        if (chunked && read > 0) {
          exchange.sendChunk(buffer, read);
        } else {
          exchange.sendBody(buffer, read);
        }
      } catch (IOException e) {
        log.atDebug()
            .addKeyValue("err", e.getMessage())
            .log("Backend stopped reading the request body");
        return; // its response may be on the way
      }
      deadline.extend(IDLE_TIMEOUT);
      try {
        read = body.next(buffer);
      } catch (IOException e) {
        exchange.close();
        return;
      }
    }
    if (chunked) {
      exchange.sendChunk(buffer, 0);
    }
  }

  private void relay(
      String method,
      Head head,
      long length,
      BackendExchange exchange,
      ProxiedRequest proxied,
      ServerRequest request,
      ServerResponse response,
      Watchdog.Deadline deadline) {
    response.status(head.status());
    String host = request.headers().first(HeaderNames.HOST).orElse("");
    Map<String, List<String>> fields = new TreeMap<>();
    for (Field field : ForwardedHeaders.response(head, proxied, host)) {
      fields
          .computeIfAbsent(field.name().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(field.value());
    }
    fields.forEach((name, values) -> response.header(name, values.toArray(new String[0])));
    try {
      if (length == 0) {
        if (method.equals("HEAD") && !head.value("content-length").isEmpty()) {
          response.header("content-length", head.value("content-length"));
        }
        response.send();
        return;
      }
      boolean links = proxied.identity() == null && ForwardedHeaders.hasLinks(head);
      if (length > 0 && !links) {
        response.contentLength(length);
      } else {
        response.header(HeaderValues.TRANSFER_ENCODING_CHUNKED);
      }
      OutputStream out = StartedResponse.begin(response);
      InputStream body = exchange.body(method, head);
      if (links) {
        boolean zipped = head.value("content-encoding").equalsIgnoreCase("gzip");
        body = zipped ? new GZIPInputStream(body) : body;
        out =
            new HtmlLinks(
                zipped ? new GZIPOutputStream(out, true) : new BufferedOutputStream(out),
                link -> ForwardedHeaders.location(link, proxied, host));
      }
      var buffer = new byte[BUFFER_BYTES];
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        out.write(buffer, 0, read);
        out.flush();
        deadline.extend(IDLE_TIMEOUT);
      }
      out.close();
    } catch (IOException | UncheckedIOException e) {
      log.atDebug().addKeyValue("err", e.getMessage()).log("Proxied response ended early");
      throw new CloseConnectionException("the proxied response ended early", e);
    }
  }

  private static void send(ApiResponse refusal, ServerResponse response) {
    response.status(refusal.status());
    refusal
        .headers()
        .forEach((name, values) -> response.header(name, values.toArray(new String[0])));
    response.send(refusal.body());
  }

  /**
   * Serves a request that switches protocols, on the connection of the client: the backend agrees
   * on the protocol with the client, and all bytes are passed on.
   *
   * @param rawQuery as the client sent it
   */
  void upgrade(
      String method,
      String rawQuery,
      Headers headers,
      String peer,
      HandlerResponse.Proxy proxy,
      DirectConnection client)
      throws IOException {
    try (var accounting = proxy.accounting()) {
      BackendExchange exchange;
      Head head;
      try (var _ = watchdog.begin(IDLE_TIMEOUT)) {
        exchange = dial(proxy.request());
        try {
          exchange.send(
              method,
              ForwardedHeaders.target(proxy.request(), rawQuery),
              ForwardedHeaders.request(headers, proxy.request(), peer, true));
          head = exchange.readHead();
        } catch (IOException e) {
          exchange.close();
          throw e;
        }
      } catch (IOException e) {
        accounting.responded(500);
        client.write(
            raw(Responses.refusal(StatusException.unclassified(String.valueOf(e.getMessage())))));
        return;
      }
      open.add(exchange);
      try (exchange) {
        if (head.status() != 101 && head.status() < 400) {
          accounting.responded(500);
          String why = "invalid upgrade response: status code " + head.status();
          client.write(raw(Responses.refusal(StatusException.unclassified(why))));
          return;
        }
        accounting.responded(head.status());
        client.write(raw(head));
        if (head.status() == 101) {
          var upload = tasks.spawn("proxied upgrade", () -> pump(client, exchange));
          pump(exchange.upgraded(), client);
          client.close();
          upload.cancel();
        } else {
          pump(exchange.upgraded(), client);
        }
      } finally {
        open.remove(exchange);
      }
    }
  }

  private BackendExchange dial(ProxiedRequest proxied) throws IOException {
    try {
      return connect(proxied);
    } catch (IOException e) {
      throw new IOException("error dialing backend: " + e.getMessage(), e);
    }
  }

  private static void pump(DirectConnection client, BackendExchange exchange) throws IOException {
    try {
      for (byte[] some = client.readSome(); some != null; some = client.readSome()) {
        exchange.sendBody(some, some.length);
      }
    } catch (IOException e) {
      log.atDebug().addKeyValue("err", e.getMessage()).log("Proxied upgrade ended");
    } catch (ServerConnectionException e) {
      log.atDebug()
          .addKeyValue("err", e.getMessage())
          .log("Client of proxied upgrade disconnected");
    } finally {
      exchange.close(); // either side ends both, as upstream has it
    }
  }

  private static void pump(InputStream from, DirectConnection client) {
    var buffer = new byte[BUFFER_BYTES];
    try {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        client.write(Arrays.copyOf(buffer, read));
      }
    } catch (IOException e) {
      log.atDebug().addKeyValue("err", e.getMessage()).log("Proxied upgrade ended");
    }
  }

  private static byte[] raw(Head head) {
    var text = new StringBuilder();
    text.append("HTTP/1.1 ").append(head.status()).append(' ').append(head.reason()).append("\r\n");
    head.fields().forEach(f -> text.append(f.name()).append(": ").append(f.value()).append("\r\n"));
    return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] raw(ApiResponse refusal) {
    String head =
        "HTTP/1.1 "
            + refusal.status()
            + " Error\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
            + refusal.body().length
            + "\r\n\r\n";
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(start, start.length + refusal.body().length);
    System.arraycopy(refusal.body(), 0, all, start.length, refusal.body().length);
    return all;
  }

  /** Ends all requests. */
  @Override
  public void close() {
    for (Closeable exchange : open) {
      try {
        exchange.close();
      } catch (IOException e) {
        log.atDebug().addKeyValue("err", e.getMessage()).log("Failed to close proxied connection");
      }
    }
  }
}
