package io.coxswain.env;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Connections to what listens on this machine, for whoever forwards ports. */
public final class Loopback {
  private static final int TIMEOUT_MILLIS = 5_000;

  private Loopback() {}

  /**
   * Opens a connection.
   *
   * @param address such as 127.0.0.1
   */
  public static Connection open(String address, int port) throws IOException {
    var socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(InetAddress.getByName(address), port), TIMEOUT_MILLIS);
      return new Connection(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** An open connection. */
  public static final class Connection implements Closeable {
    private final Socket socket;

    private Connection(Socket socket) {
      this.socket = socket;
    }

    public InputStream input() throws IOException {
      return socket.getInputStream();
    }

    public OutputStream output() throws IOException {
      return socket.getOutputStream();
    }

    /** Says that nothing more will be sent. */
    public void endOutput() throws IOException {
      socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
