package io.coxswain.apiserver.http;

import io.coxswain.apiserver.spi.PodSessions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** TLS over a connection to a pod or node. */
final class BackendTls {
  private BackendTls() {}

  /**
   * Shakes hands; closes the connection if that fails.
   *
   * @param serverName for SNI, if it is a host name
   */
  static PodSessions.Connection over(
      PodSessions.Connection plain, SSLContext context, String serverName) throws IOException {
    return over(plain, context, serverName, false);
  }

  /**
   * Like {@link #over(PodSessions.Connection, SSLContext, String)}.
   *
   * @param identified whether the certificate must also be valid for the server name or address
   */
  static PodSessions.Connection over(
      PodSessions.Connection plain, SSLContext context, String serverName, boolean identified)
      throws IOException {
    try {
      var socket =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(new ConnectionSocket(plain), serverName, 443, true);
      if (identified) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
      }
      socket.startHandshake();
      return new Encrypted(socket);
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  /** Accepts any certificate. */
  static TrustManager[] anyCertificate() {
    return new TrustManager[] {new AnyCertificate()};
  }

  /** For the proxy subresources: as upstream, any certificate is accepted. */
  static SSLContext unverified() throws IOException {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, anyCertificate(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private record Encrypted(SSLSocket socket) implements PodSessions.Connection {
    @Override
    public InputStream input() throws IOException {
      return socket.getInputStream();
    }

    @Override
    public OutputStream output() throws IOException {
      return socket.getOutputStream();
    }

    @Override
    public void endOutput() throws IOException {
      socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** The connection as the socket that the JDK wants below TLS. */
  private static final class ConnectionSocket extends Socket {
    private final PodSessions.Connection connection;

    ConnectionSocket(PodSessions.Connection connection) {
      this.connection = connection;
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return connection.input();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return connection.output();
    }

    @Override
    public boolean isConnected() {
      return true;
    }

    @Override
    public void shutdownOutput() throws IOException {
      connection.endOutput();
    }

    @Override
    public void setSoTimeout(int millis) {}

    @Override
    public int getSoTimeout() {
      return 0;
    }

    @Override
    public void setSoLinger(boolean on, int seconds) {}

    @Override
    public synchronized void close() throws IOException {
      super.close();
      connection.close();
    }
  }

  /** Checks nothing: who proxies to a pod by HTTPS asks for encryption, not for an identity. */
  private static final class AnyCertificate extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket) {}

    @Override
    public void checkClientTrusted(
        X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
