package io.coxswain.env;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** TCP connections. */
public interface Sockets {

  /** The implementation of environments without connections. */
  Sockets NONE =
      new Sockets() {
        @Override
        public Connection connect(String address, int port) throws IOException {
          throw new IOException("connections are not supported in this environment");
        }

        @Override
        public Listener listen(String address, int port) throws IOException {
          throw new IOException("listening is not supported in this environment");
        }
      };

  /**
   * Opens a connection.
   *
   * @param address an IP address, not a name
   * @throws IOException if the connection is refused or times out after some seconds
   */
  Connection connect(String address, int port) throws IOException;

  /**
   * Listens for connections.
   *
   * @param address a local IP address
   * @param port 0 for any free port
   * @throws IOException if the port is in use or not permitted
   */
  Listener listen(String address, int port) throws IOException;

  /** An open connection. One task may read while another writes. */
  interface Connection extends Closeable {
    InputStream input() throws IOException;

    OutputStream output() throws IOException;

    /** Shuts down the output, without closing the connection. */
    void endOutput() throws IOException;
  }

  /** Accepts connections until it is closed. */
  interface Listener extends Closeable {
    int port();

    /**
     * Waits for a connection.
     *
     * @throws IOException also if the listener has been closed
     */
    Connection accept() throws IOException;
  }
}
