package io.coxswain.kube.host.shared;

import io.coxswain.runtime.http.Handler;
import io.coxswain.runtime.http.HttpServer;
import io.coxswain.runtime.http.Security;
import java.io.IOException;

/** Opens a port for a handler. */
@FunctionalInterface
public interface Listener {
  int LARGEST_BODY = 64 * 1024;

  /** Opens real ports. */
  Listener SOCKETS =
      (address, handler, security) -> HttpServer.start(address, handler, security, LARGEST_BODY);

  /**
   * Begins to serve.
   *
   * @return ends it
   */
  AutoCloseable listen(String address, Handler handler, Security security) throws IOException;
}
