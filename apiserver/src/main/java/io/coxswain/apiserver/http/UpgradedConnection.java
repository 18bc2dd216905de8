package io.coxswain.apiserver.http;

import java.io.IOException;

/** The byte stream of an upgraded connection. */
interface UpgradedConnection {

  /** Waits for exactly this many bytes; null if the client has ended before the first. */
  byte @org.jspecify.annotations.Nullable [] read(int length) throws IOException;

  /** Sends all bytes at once; calls from several tasks do not mix. */
  void write(byte[] bytes) throws IOException;

  void close();
}
