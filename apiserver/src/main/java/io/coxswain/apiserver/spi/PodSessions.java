package io.coxswain.apiserver.spi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Sockets;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sessions with the containers of pods, provided by the nodes. */
public interface PodSessions {

  /**
   * Runs a command in a container.
   *
   * @throws IOException with a message for the client if it cannot be run
   */
  Conversation exec(String namespace, String pod, String container, List<String> command)
      throws IOException;

  /**
   * Attaches to the program of a container.
   *
   * @throws IOException with a message for the client if it is not running
   */
  Conversation attach(String namespace, String pod, String container) throws IOException;

  /**
   * Connects to a port of a pod.
   *
   * @throws IOException with a message for the client if nothing listens on it
   */
  Sockets.Connection connect(String namespace, String pod, int port) throws IOException;

  /** A program and its streams. Closing it ends the program if it was started for this session. */
  interface Conversation extends Closeable {
    OutputStream input();

    InputStream output();

    InputStream errors();

    /** Waits for the end of the program; returns its exit code. */
    int await() throws CancelledException;

    /**
     * The status of a session that ended for another reason than the end of its program; null if
     * the exit code is the result.
     */
    default @Nullable ObjectNode failure() {
      return null;
    }

    /**
     * Changes the size of the terminal. Has no effect without one.
     *
     * @param size a JSON object with {@code Width} and {@code Height}
     */
    default void resize(byte[] size) throws IOException {}
  }
}
