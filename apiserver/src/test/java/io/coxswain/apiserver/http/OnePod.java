package io.coxswain.apiserver.http;

import io.coxswain.apiserver.spi.ClusterNetwork;
import io.coxswain.env.Env;
import io.coxswain.env.Sockets;
import java.io.IOException;
import java.net.NoRouteToHostException;

/** A network with one reachable port of a pod, which is a port of this machine. */
record OnePod(String name, int localPort) implements ClusterNetwork {

  @Override
  public Sockets.Connection connectToPod(String namespace, String pod, int port)
      throws IOException {
    if (!name.equals(namespace + "/" + pod + ":" + port)) {
      throw new NoRouteToHostException();
    }
    return Env.production().sockets().connect("127.0.0.1", localPort);
  }

  @Override
  public Sockets.Connection connectToNode(String node, int port) throws IOException {
    throw new NoRouteToHostException();
  }
}
