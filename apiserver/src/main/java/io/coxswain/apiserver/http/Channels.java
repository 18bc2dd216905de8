package io.coxswain.apiserver.http;

import java.io.IOException;

/** The numbered ways to a client that talks with a container. */
interface Channels {
  int STDIN = 0;
  int STDOUT = 1;
  int STDERR = 2;
  int ERROR = 3;

  void send(int channel, byte[] data, int length) throws IOException;

  /** All is said. */
  void end() throws IOException;
}
