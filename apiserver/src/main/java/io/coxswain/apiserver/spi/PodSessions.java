package io.coxswain.apiserver.spi;

import io.coxswain.env.CancelledException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** Who can talk with the containers of pods: whoever runs them. */
public interface PodSessions {

  /**
   * Runs a command in a container.
   *
   * @throws IOException with a message for the caller when it cannot be run
   */
  Conversation exec(String namespace, String pod, String container, List<String> command)
      throws IOException;

  /**
   * Joins the program that a container runs.
   *
   * @throws IOException with a message for the caller when it does not run
   */
  Conversation attach(String namespace, String pod, String container) throws IOException;

  /**
   * Connects to a port that a pod listens on.
   *
   * @throws IOException with a message for the caller when it does not listen
   */
  Connection connect(String namespace, String pod, int port) throws IOException;

  /** A program and its streams. Closing it ends the program, if it was begun for this. */
  interface Conversation extends Closeable {
    OutputStream input();

    InputStream output();

    InputStream errors();

    /** Waits for the end of the program; its exit code. */
    int await() throws CancelledException;
  }

  /** An open connection to a port. */
  interface Connection extends Closeable {
    InputStream input() throws IOException;

    OutputStream output() throws IOException;

    /** Says that nothing more will be sent. */
    void endOutput() throws IOException;
  }
}
