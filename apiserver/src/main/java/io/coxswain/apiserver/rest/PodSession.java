package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.spi.PodSessions;
import java.io.IOException;
import java.util.List;

/** What a client wants to do with a pod once its connection has been upgraded. */
public sealed interface PodSession {

  /** A program is run or joined. */
  record Talk(Opening opening, boolean stdin, boolean stdout, boolean stderr, boolean tty)
      implements PodSession {}

  /**
   * Ports are forwarded.
   *
   * @param ports named in the request; may be empty where streams name them
   */
  record Forward(Dialling dialling, List<Integer> ports) implements PodSession {}

  /** Begins the conversation. */
  @FunctionalInterface
  interface Opening {
    PodSessions.Conversation open() throws IOException;
  }

  /** Connects to a port. */
  @FunctionalInterface
  interface Dialling {
    PodSessions.Connection connect(int port) throws IOException;
  }
}
