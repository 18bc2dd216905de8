package io.coxswain.apiserver.http;

import java.io.IOException;

/** The numbered channels to a client of a container session. */
interface Channels {
  int STDIN = 0;
  int STDOUT = 1;
  int STDERR = 2;
  int ERROR = 3;
  int RESIZE = 4;

  void send(int channel, byte[] data, int length) throws IOException;

  /**
   * Whether the result is sent as a Status; before version 4 only the message of a failure is sent.
   */
  default boolean sendsStatusObjects() {
    return true;
  }

  /** Ends the session. */
  void end() throws IOException;
}
