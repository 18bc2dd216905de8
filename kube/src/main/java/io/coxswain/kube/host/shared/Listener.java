package io.coxswain.kube.host.shared;

import io.coxswain.runtime.http.Handler;
import io.coxswain.runtime.http.HttpServer;
import io.coxswain.runtime.http.Security;
import java.io.IOException;

/** Opens ports. */
@FunctionalInterface
public interface Listener {
  int LARGEST_BODY = 64 * 1024;

  /** A listener for real ports. */
  Listener SOCKETS =
      (address, handler, security) -> HttpServer.start(address, handler, security, LARGEST_BODY);

  /**
   * Starts serving.
   *
   * @return closes the port
   */
  AutoCloseable listen(String address, Handler handler, Security security) throws IOException;
}
