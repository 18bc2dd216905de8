package io.coxswain.apiserver.spi;

import java.io.IOException;
import java.time.Duration;

/** Sends audit events to a server outside this process. */
@FunctionalInterface
public interface AuditTransport {

  /**
   * Posts an EventList.
   *
   * @throws IOException if the server does not confirm it within the time
   */
  void post(byte[] events, Duration timeout) throws IOException;
}
