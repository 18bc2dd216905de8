package io.coxswain.env;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** TCP connections between programs of this machine, and from it to others. */
public interface Sockets {

  /** For worlds without connections. */
  Sockets NONE =
      new Sockets() {
        @Override
        public Connection connect(String address, int port) throws IOException {
          throw new IOException("connections cannot be made here");
        }

        @Override
        public Listener listen(String address, int port) throws IOException {
          throw new IOException("connections cannot be accepted here");
        }
      };

  /**
   * Opens a connection.
   *
   * @param address an IP address, not a name
   * @throws IOException when nobody listens there, or nothing is heard within some seconds
   */
  Connection connect(String address, int port) throws IOException;

  /**
   * Listens for connections.
   *
   * @param address an IP address of this machine
   * @param port 0 for any free one
   * @throws IOException when the port is taken or not allowed
   */
  Listener listen(String address, int port) throws IOException;

  /** An open connection. Reading and writing may be done by two tasks at the same time. */
  interface Connection extends Closeable {
    InputStream input() throws IOException;

    OutputStream output() throws IOException;

    /** Ends what the other side reads, without closing the connection. */
    void endOutput() throws IOException;
  }

  /** Accepts connections until it is closed. */
  interface Listener extends Closeable {
    int port();

    /**
     * Waits for a connection.
     *
     * @throws IOException also when the listener has been closed
     */
    Connection accept() throws IOException;
  }
}
