package io.coxswain.apiserver.http;

import java.io.IOException;

/** Bytes to and from a client whose connection has been upgraded. */
interface UpgradedConnection {

  /** Waits for exactly so many bytes; null when the client has ended before the first. */
  byte @org.jspecify.annotations.Nullable [] read(int length) throws IOException;

  /** Sends all at once; calls from several tasks do not mix. */
  void write(byte[] bytes) throws IOException;

  void close();
}
