package io.coxswain.apiserver.rest;

import io.coxswain.env.Sockets;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import org.jspecify.annotations.Nullable;

/**
 * A request to be sent to a pod or node.
 *
 * @param scheme http or https
 * @param address of the backend in the API, with its port
 * @param path at the backend, decoded; may be empty for an upgrade
 * @param prefix the path of the request up to the subresource, under which the client sees the
 *     paths of the backend
 * @param encrypted whether the dialer returns a connection that is encrypted already
 * @param identity of the server of an APIService; null for a pod or node, which is not verified and
 *     does not receive the caller's name
 */
public record ProxiedRequest(
    String scheme,
    String address,
    String path,
    String prefix,
    Dialer dialer,
    boolean encrypted,
    @Nullable BackendIdentity identity) {

  /** A request to a pod or node. */
  ProxiedRequest(
      String scheme, String address, String path, String prefix, Dialer dialer, boolean encrypted) {
    this(scheme, address, path, prefix, dialer, encrypted, null);
  }

  /** Connects to the backend. */
  @FunctionalInterface
  public interface Dialer {
    Sockets.Connection dial() throws IOException;
  }

  /** Connects to the backend; a failure has the message of Go's dialer. */
  public Sockets.Connection connect() throws IOException {
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
