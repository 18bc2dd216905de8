package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.spi.PodSessions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;

/**
 * A request to be sent to a pod or node.
 *
 * @param scheme http or https
 * @param address of the backend in the API, with its port
 * @param path at the backend, decoded; may be empty for an upgrade
 * @param prefix the path of the request up to the subresource, under which the client sees the
 *     paths of the backend
 * @param encrypted whether the dialer returns a connection that is encrypted already
 */
public record ProxiedRequest(
    String scheme, String address, String path, String prefix, Dialer dialer, boolean encrypted) {

  /** Connects to the backend. */
  @FunctionalInterface
  public interface Dialer {
    PodSessions.Connection dial() throws IOException;
  }

  /** Connects to the backend; a failure has the message of Go's dialer. */
  public PodSessions.Connection connect() throws IOException {
    try {
      return dialer.dial();
    } catch (ConnectException e) {
      throw new IOException("dial tcp " + address + ": connect: connection refused", e);
    } catch (NoRouteToHostException e) {
      throw new IOException("dial tcp " + address + ": connect: no route to host", e);
    } catch (IOException e) {
      throw new IOException("dial tcp " + address + ": " + e.getMessage(), e);
    }
  }
}
