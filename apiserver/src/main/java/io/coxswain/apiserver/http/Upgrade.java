package io.coxswain.apiserver.http;

import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.flow.FlowTicket;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.apiserver.rest.PodSession;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Tasks;
import io.coxswain.env.server.Connections;
import io.coxswain.env.server.GuardedListener;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.http.HttpPrologue;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Upgrades a connection to another protocol: to a WebSocket for watches and container sessions, or
 * to SPDY for container sessions. Rejected requests are left to the plain HTTP path, which returns
 * the reason.
 */
final class Upgrade implements Http1Upgrader {
  private static final Logger log = LoggerFactory.getLogger(Upgrade.class);

  private static final String TUNNEL = "SPDY/3.1+portforward.k8s.io";
  private static final String NO_PROTOCOL = "";
  private static final byte[] NO_HEAD = {};
  private static final List<String> TALKS =
      List.of(
          "v5.channel.k8s.io",
          "v4.channel.k8s.io",
          "v4.base64.channel.k8s.io",
          "channel.k8s.io",
          "base64.channel.k8s.io",
          NO_PROTOCOL);
  private static final List<String> FORWARDS =
      List.of(TUNNEL, "v4.channel.k8s.io", "v4.base64.channel.k8s.io", NO_PROTOCOL);
  private static final String BASE64_LOG = "base64.binary.k8s.io";
  private static final List<String> LOGS = List.of("binary.k8s.io", BASE64_LOG, NO_PROTOCOL);
  private static final List<String> SPDY_TALKS = List.of("v4.channel.k8s.io");
  private static final List<String> SPDY_FORWARDS = List.of("portforward.k8s.io");
  private static final List<String> SESSIONS = List.of("exec", "attach", "portforward");

  private final String protocol;
  private final RequestServer.Handling server;
  private final InFlight inFlight;
  private final Tasks tasks;
  private final BackendProxy proxy;

  Upgrade(
      String protocol,
      RequestServer.Handling server,
      InFlight inFlight,
      Tasks tasks,
      BackendProxy proxy) {
    this.proxy = proxy;
    this.protocol = protocol;
    this.server = server;
    this.inFlight = inFlight;
    this.tasks = tasks;
  }

  @Override
  public String supportedProtocol() {
    return protocol;
  }

  /** The handler of the upgraded connection. */
  @FunctionalInterface
  private interface Work {
    void run(UpgradedConnection link) throws IOException;
  }

  // Null tells Helidon that the connection is not upgraded.
  @Override
  public @Nullable ServerConnection upgrade(
      ConnectionContext context, HttpPrologue prologue, WritableHeaders<?> headers) {
    ApiRequest request = Requests.of(prologue, headers);
    RequestInfo info = RequestInfo.of(request);
    boolean session = SESSIONS.contains(info.subresource());
    boolean log = info.subresource().equals("log") && protocol.equals("websocket");
    boolean proxied = info.subresource().equals("proxy");
    if (!session && !log && !proxied && !info.verb().equals("watch")) {
      return null;
    }
    User user = ClientCertificateAuthenticator.of(context.remotePeer());
    InFlight.Place place = inFlight.enter(request, user);
    if (!place.taken()) {
      return null; // the plain HTTP path rejects it
    }
    ServerConnection upgraded = null;
    try {
      upgraded = upgrade(context, prologue, headers, request, user, place);
    } finally {
      if (upgraded == null) {
        place.close();
      }
    }
    return upgraded;
  }

  private @Nullable ServerConnection upgrade(
      ConnectionContext context,
      HttpPrologue prologue,
      WritableHeaders<?> headers,
      ApiRequest request,
      User user,
      InFlight.Place place) {
    var answered = new TreeMap<String, String>();
    HandlerResponse response;
    try (var ticket = new FlowTicket()) {
      response = server.handle(request, user, ticket);
    }
    if (response instanceof HandlerResponse.Proxy found) {
      var client = new DirectConnection(context);
      return new Upgraded(
          client,
          NO_HEAD,
          _ ->
              proxy.upgrade(
                  request.method(),
                  prologue.query().rawValue(),
                  headers,
                  BackendProxy.peer(context.remotePeer()),
                  found,
                  client),
          place);
    }
    Work work =
        switch (response) {
          case HandlerResponse.Session(PodSession wanted) ->
              protocol.equals("websocket")
                  ? socket(request, wanted, answered)
                  : spdy(request, wanted, answered);
          case HandlerResponse.Watch(ApiWatch watch) -> watch(request, watch);
          case HandlerResponse.Stream(ApiStream stream) -> log(request, stream, answered);
          case HandlerResponse.Whole _, HandlerResponse.Proxy _ -> null;
        };
    return work == null ? null : begin(context, request, answered, work, place);
  }

  private @Nullable Work watch(ApiRequest request, ApiWatch watch) {
    if (!protocol.equals("websocket") || request.header("sec-websocket-key") == null) {
      watch.close();
      return null;
    }
    return link -> {
      var socket = new WebSocket(link);
      tasks.spawn("end of watch", () -> drain(socket, watch));
      Streams.send(watch, socket);
    };
  }

  private @Nullable Work log(ApiRequest request, ApiStream stream, Map<String, String> answered) {
    Optional<String> chosen = choose(request, LOGS);
    if (!protocol.equals("websocket")
        || chosen.isEmpty()
        || request.header("sec-websocket-key") == null) {
      stream.close();
      return null;
    }
    agree(chosen.get(), answered);
    return link -> {
      var socket = new WebSocket(link);
      tasks.spawn("end of log", () -> drain(socket, stream));
      Streams.send(stream, socket, chosen.get().equals(BASE64_LOG));
    };
  }

  /** The reader of a stream sends nothing except the end of the connection. */
  private static void drain(WebSocket socket, AutoCloseable stream) {
    try (stream) {
      while (socket.next() != null) {
        // no data is expected
      }
    } catch (IOException e) {
      log.debug("stream client disconnected: {}", e.getMessage());
    } catch (Exception e) {
      log.debug("failed to close a stream: {}", e.getMessage());
    }
  }

  private @Nullable Work socket(
      ApiRequest request, PodSession wanted, Map<String, String> answered) {
    Optional<String> chosen = choose(request, wanted instanceof PodSession.Talk ? TALKS : FORWARDS);
    if (chosen.isEmpty() || request.header("sec-websocket-key") == null) {
      return null;
    }
    agree(chosen.get(), answered);
    return switch (wanted) {
      case PodSession.Talk talk ->
          link -> WebSocketRemoteCommand.run(new WebSocket(link), chosen.get(), talk, tasks);
      case PodSession.Forward forward when chosen.get().equals(TUNNEL) ->
          link -> {
            try (var spdy = new Spdy(new WebSocketTunnel(new WebSocket(link)))) {
              SpdyForward.run(spdy, forward, tasks);
            }
          };
      case PodSession.Forward forward ->
          link -> SocketForward.run(new WebSocket(link), chosen.get(), forward, tasks);
    };
  }

  private @Nullable Work spdy(ApiRequest request, PodSession wanted, Map<String, String> answered) {
    Optional<String> chosen =
        choose(
            request.header("x-stream-protocol-version"),
            wanted instanceof PodSession.Talk ? SPDY_TALKS : SPDY_FORWARDS);
    if (chosen.isEmpty()) {
      return null;
    }
    answered.put("X-Stream-Protocol-Version", chosen.get());
    return link -> {
      try (var spdy = new Spdy(link)) {
        switch (wanted) {
          case PodSession.Talk talk -> SpdyRemoteCommand.run(spdy, talk, tasks);
          case PodSession.Forward forward -> SpdyForward.run(spdy, forward, tasks);
        }
      }
    };
  }

  /** The first of the client's WebSocket subprotocols that is supported. */
  private static Optional<String> choose(ApiRequest request, List<String> known) {
    String offered = request.header("sec-websocket-protocol");
    return choose(offered == null ? NO_PROTOCOL : offered, known);
  }

  private static void agree(String chosen, Map<String, String> answered) {
    if (!chosen.equals(NO_PROTOCOL)) {
      answered.put("Sec-WebSocket-Protocol", chosen);
    }
  }

  /** The first of the client's protocols that is supported. */
  private static Optional<String> choose(@Nullable String offered, List<String> known) {
    return offered == null
        ? Optional.empty()
        : Arrays.stream(offered.split(",")).map(String::strip).filter(known::contains).findFirst();
  }

  private ServerConnection begin(
      ConnectionContext context,
      ApiRequest request,
      Map<String, String> answered,
      Work work,
      InFlight.Place place) {
    var head = new StringBuilder("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n");
    head.append("Upgrade: ").append(protocol).append("\r\n");
    String key = request.header("sec-websocket-key");
    if (key != null) {
      head.append("Sec-WebSocket-Accept: ").append(WebSocket.accept(key)).append("\r\n");
    }
    answered.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("\r\n");
    return new Upgraded(
        new DirectConnection(context),
        head.toString().getBytes(StandardCharsets.ISO_8859_1),
        work,
        place);
  }

  private record Upgraded(UpgradedConnection link, byte[] head, Work work, InFlight.Place place)
      implements ServerConnection {
    @Override
    public void handle(Limit limit) {
      GuardedListener.current().ifPresent(Connections.Connection::upgraded);
      try (place) {
        if (head.length > 0) {
          link.write(head);
        }
        work.run(link);
      } catch (IOException e) {
        log.debug("upgraded connection ended early: {}", e.getMessage());
      } finally {
        link.close();
      }
    }

    @Override
    public Duration idleTime() {
      return Duration.ZERO; // it ends when either side closes it, regardless of idle time
    }

    @Override
    public void close(boolean interrupt) {
      link.close();
    }
  }
}
