package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.env.Sockets;
import java.io.IOException;
import java.util.List;

/** A session with a pod on an upgraded connection. */
public sealed interface PodSession {

  /** Runs a program or attaches to one. */
  record Talk(Opening opening, boolean stdin, boolean stdout, boolean stderr, boolean tty)
      implements PodSession {}

  /**
   * Forwards ports.
   *
   * @param ports named in the request; may be empty where streams name them
   */
  record Forward(Dialling dialling, List<Integer> ports) implements PodSession {}

  /** Starts the session. */
  @FunctionalInterface
  interface Opening {
    PodSessions.Conversation open() throws IOException;
  }

  /** Connects to a port. */
  @FunctionalInterface
  interface Dialling {
    Sockets.Connection connect(int port) throws IOException;
  }
}
