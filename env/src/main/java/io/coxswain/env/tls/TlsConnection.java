package io.coxswain.env.tls;

import io.coxswain.env.Sockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A connection encrypted by TLS. Closing it closes the connection below. */
public final class TlsConnection implements Sockets.Connection {
  private final SSLSocket socket;

  private TlsConnection(SSLSocket socket) {
    this.socket = socket;
  }

  /**
   * Performs the handshake as a client; closes the connection if that fails.
   *
   * @param serverName for SNI, if it is a host name
   */
  public static TlsConnection over(Sockets.Connection plain, SSLContext context, String serverName)
      throws IOException {
    return over(plain, context, serverName, false);
  }

  /**
   * Like {@link #over(Sockets.Connection, SSLContext, String)}.
   *
   * @param identified whether the certificate must also be valid for the server name or address
   */
  public static TlsConnection over(
      Sockets.Connection plain, SSLContext context, String serverName, boolean identified)
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
      return new TlsConnection(socket);
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

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

  /** The connection as the socket that the JDK wants below TLS. */
  private static final class ConnectionSocket extends Socket {
    private final Sockets.Connection connection;

    ConnectionSocket(Sockets.Connection connection) {
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
}
