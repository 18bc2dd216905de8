package io.coxswain.node.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Opens connections to what listens on this machine, for probes and hooks. */
@FunctionalInterface
public interface Dial {
  /** For worlds without connections. */
  Dial NONE =
      (address, port) -> {
        throw new IOException("connections cannot be made here");
      };

  Line open(String address, int port) throws IOException;

  /** An open connection. */
  interface Line extends Closeable {
    InputStream input() throws IOException;

    OutputStream output() throws IOException;
  }
}
