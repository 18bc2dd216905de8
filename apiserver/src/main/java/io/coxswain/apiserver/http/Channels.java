package io.coxswain.apiserver.http;

import java.io.IOException;

/** The numbered ways to a client that talks with a container. */
interface Channels {
  int STDIN = 0;
  int STDOUT = 1;
  int STDERR = 2;
  int ERROR = 3;

  void send(int channel, byte[] data, int length) throws IOException;

  /** Whether the outcome is sent as a Status; before version 4 only the message of a failure is. */
  default boolean sendsStatusObjects() {
    return true;
  }

  /** All is said. */
  void end() throws IOException;
}
