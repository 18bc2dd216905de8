package io.coxswain.env.server;

import io.coxswain.env.Binding;
import io.coxswain.env.server.Connections.Connection;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.task.InterruptableTask;
import io.helidon.http.DirectHandler;
import io.helidon.http.Headers;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.http1.Http1ConnectionSelectorConfig;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Enforces the limits of {@link Connections} in a Helidon server.
 *
 * <p>Helidon has no time limit for a handshake or the head of a request, reads chunk headers and
 * whole chunks into memory without a limit, and delays accepting when there are too many
 * connections. This class therefore hooks into three places: when a socket has been accepted,
 * whenever bytes are read from it, and when a head has been read.
 */
public final class GuardedListener {
  /**
   * Helidon's warnings quote client data, with stack traces. The field keeps the logger alive,
   * because the JDK holds loggers weakly.
   */
  private static final Logger HELIDON = Logger.getLogger("io.helidon.webserver");

  static {
    HELIDON.setLevel(Level.SEVERE);
  }

  private static final Binding<Connection> CURRENT = new Binding<>();

  private GuardedListener() {}

  /** Configures a server to speak only HTTP/1.1 and to enforce the limits. */
  public static void install(
      WebServerConfig.Builder server,
      Connections connections,
      Consumer<Http1Config.Builder> http1,
      Consumer<Http1ConnectionSelectorConfig.Builder> selector) {
    var config = Http1Config.builder().addReceiveListener(new HeadListener());
    http1.accept(config);
    var plain = Http1ConnectionSelector.builder().config(config.build());
    selector.accept(plain);
    server
        .connectionOptions(
            new AdmittingOptions(SocketOptions.builder().tcpNoDelay(true).build(), connections))
        .protocolsDiscoverServices(false)
        .addConnectionSelector(new GuardedSelector(plain.build(), connections));
  }

  /** The connection that the calling thread serves. */
  public static Optional<Connection> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /**
   * Admits or closes sockets; Helidon requests the socket options when it has accepted a socket.
   */
  private record AdmittingOptions(SocketOptions options, Connections connections)
      implements SocketOptions {
    @Override
    public void configureSocket(SocketChannel socket) {
      try {
        connections.admit(socket);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      options.configureSocket(socket);
    }

    @Override
    public Map<SocketOption<?>, Object> socketOptions() {
      return options.socketOptions();
    }

    @Override
    public Duration connectTimeout() {
      return options.connectTimeout();
    }

    @Override
    public Duration readTimeout() {
      return options.readTimeout();
    }

    @Override
    public Optional<Integer> socketReceiveBufferSize() {
      return options.socketReceiveBufferSize();
    }

    @Override
    public Optional<Integer> socketSendBufferSize() {
      return options.socketSendBufferSize();
    }

    @Override
    public boolean socketReuseAddress() {
      return options.socketReuseAddress();
    }

    @Override
    public boolean socketKeepAlive() {
      return options.socketKeepAlive();
    }

    @Override
    public boolean tcpNoDelay() {
      return options.tcpNoDelay();
    }
  }

  /** Records the end of each head. */
  private static final class HeadListener implements Http1ConnectionListener {
    @Override
    public void headers(ConnectionContext context, Headers headers) {
      current().ifPresent(Connection::headRead);
    }
  }

  private record GuardedSelector(ServerConnectionSelector http1, Connections connections)
      implements ServerConnectionSelector {
    @Override
    public int bytesToIdentifyConnection() {
      return http1.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
      return http1.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
      return http1.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
      Connection connection = connections.find(context.remotePeer().address());
      if (connection == null) {
        throw new CloseConnectionException("the connection was evicted");
      }
      return new GuardedConnection(
          http1.connection(GuardedContext.of(context, connection)), connection);
    }
  }

  private record GuardedConnection(ServerConnection http1, Connection connection)
      implements ServerConnection, InterruptableTask<Void> {
    @Override
    public void handle(Limit limit) throws InterruptedException {
      try {
        CURRENT.run(connection, () -> http1.handle(limit));
      } finally {
        connection.closing();
      }
    }

    @Override
    public Duration idleTime() {
      return http1.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
      http1.close(interrupt);
    }

    @Override
    public boolean canInterrupt() {
      return http1 instanceof InterruptableTask<?> task && task.canInterrupt();
    }

    @Override
    public void run() {
      throw new UnsupportedOperationException("Helidon calls handle");
    }
  }

  /** Counts the bytes of a connection. */
  private record GuardedContext(ConnectionContext context, DataReader dataReader)
      implements ConnectionContext {
    static GuardedContext of(ConnectionContext context, Connection connection) {
      DataReader source = context.dataReader();
      return new GuardedContext(
          context,
          DataReader.create(
              () -> {
                byte[] bytes = source.readBuffer().readBytes();
                if (!connection.received(bytes.length)) {
                  throw tooMuch(connection);
                }
                return bytes;
              }));
    }

    private static RuntimeException tooMuch(Connection connection) {
      return connection.isWorking()
          ? RequestException.builder()
              .type(DirectHandler.EventType.BAD_REQUEST)
              .status(Status.REQUEST_ENTITY_TOO_LARGE_413)
              .setKeepAlive(false)
              .message("request entity too large")
              .build()
          : new CloseConnectionException("the head of a request is too large");
    }

    @Override
    public ListenerContext listenerContext() {
      return context.listenerContext();
    }

    @Override
    public ExecutorService executor() {
      return context.executor();
    }

    @Override
    public DataWriter dataWriter() {
      return context.dataWriter();
    }

    @Override
    public Router router() {
      return context.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
      return context.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
      return context.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
      return context.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
      return context.localPeer();
    }

    @Override
    public boolean isSecure() {
      return context.isSecure();
    }

    @Override
    public String socketId() {
      return context.socketId();
    }

    @Override
    public String childSocketId() {
      return context.childSocketId();
    }
  }
}
