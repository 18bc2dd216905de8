package io.coxswain.runtime.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/** Opens connections to one server. */
final class Dialer {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);

  /** Keep-alive: a dead peer is detected after two minutes, as by Go's clients. */
  private static final int PROBE_SECONDS = 30;

  private static final int PROBES = 3;

  /** The message of the JDK if the first bytes of a server are not TLS. */
  private static final String NOT_TLS = "Unsupported or unrecognized SSL message";

  private static final String UNKNOWN_AUTHORITY =
      "it is not signed by the certificate authority of the kubeconfig";

  private final ServerAddress endpoint;

  Dialer(ServerAddress endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Opens a connection.
   *
   * @param begun called with the connection before the handshake, so that the wait can be
   *     interrupted
   */
  Wire open(Consumer<Wire> begun) throws IOException {
    SocketChannel channel = connect();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      keepAlive(channel);
      var plain = new Wire(channel, channel.socket());
      begun.accept(plain);
      if (endpoint.tls() == null) {
        return plain;
      }
      if (endpoint.proxy() != null) {
        tunnel(plain, endpoint.proxy());
      }
      Wire wire = new Wire(channel, secured(channel.socket()));
      begun.accept(wire);
      return wire;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private SocketChannel connect() throws IOException {
    ServerAddress.@Nullable Proxy proxy = endpoint.proxy();
    String host = proxy == null ? endpoint.host() : proxy.host();
    int port = proxy == null ? endpoint.port() : proxy.port();
    InetAddress[] addresses;
    try {
      addresses = InetAddress.getAllByName(host);
    } catch (UnknownHostException e) {
      throw new IOException("cannot connect to " + name() + ": no address for " + host, e);
    }
    @Nullable IOException last = null;
    for (InetAddress address : addresses) {
      SocketChannel channel = SocketChannel.open();
      try {
        channel
            .socket()
            .connect(new InetSocketAddress(address, port), (int) CONNECT_TIMEOUT.toMillis());
        return channel;
      } catch (IOException e) {
        channel.close();
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        last = e;
      } catch (RuntimeException e) {
        channel.close();
        throw e;
      }
    }
    throw new IOException(
        "cannot connect to " + name() + (last == null ? "" : ": " + last.getMessage()), last);
  }

  private String name() {
    ServerAddress.@Nullable Proxy proxy = endpoint.proxy();
    return proxy == null ? endpoint.base() : endpoint.base() + " through the proxy " + proxy;
  }

  private static void keepAlive(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
      channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, PROBE_SECONDS);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PROBE_SECONDS);
      channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
    }
  }

  private void tunnel(Wire wire, ServerAddress.Proxy proxy) throws IOException {
    String request =
        "CONNECT %s HTTP/1.1\r\nHost: %s\r\n%s\r\n"
            .formatted(
                endpoint.authority(),
                endpoint.authority(),
                proxy.authorization().isEmpty()
                    ? ""
                    : "Proxy-Authorization: " + proxy.authorization() + "\r\n");
    Head head = wire.exchange(request.getBytes(StandardCharsets.ISO_8859_1), false);
    if (head.status() / 100 != 2) {
      throw new IOException("cannot connect to " + name() + ": it responds with " + head.status());
    }
  }

  private Socket secured(Socket plain) throws IOException {
    var tls = java.util.Objects.requireNonNull(endpoint.tls());
    SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory()
                .createSocket(plain, endpoint.serverName(), endpoint.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    socket.setSSLParameters(parameters);
    try {
      socket.startHandshake();
    } catch (SSLException e) {
      throw explained(e);
    }
    return socket;
  }

  private IOException explained(SSLException e) {
    for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return new UntrustedException(
            "the certificate of " + name() + " is not trusted: " + reason(cause), e);
      }
    }
    String message = String.valueOf(e.getMessage());
    return new IOException(
        "no TLS connection to "
            + name()
            + ": "
            + (message.startsWith(NOT_TLS)
                ? "the server does not speak TLS; is it http://?"
                : message),
        e);
  }

  /** The JDK's wording names classes and algorithms, not what to change. */
  private static String reason(Throwable rejection) {
    for (@Nullable Throwable cause = rejection; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case CertificateExpiredException expired -> {
          return "it has expired: " + expired.getMessage();
        }
        case CertificateNotYetValidException early -> {
          return "it is not valid yet: " + early.getMessage();
        }
        case CertPathBuilderException _ -> {
          return UNKNOWN_AUTHORITY;
        }
        case CertPathValidatorException invalid
            when invalid.getReason() == BasicReason.INVALID_SIGNATURE -> {
          return UNKNOWN_AUTHORITY;
        }
        default -> {}
      }
    }
    return String.valueOf(rejection.getMessage());
  }
}
