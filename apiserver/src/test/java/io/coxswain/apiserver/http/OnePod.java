package io.coxswain.apiserver.http;

import io.coxswain.apiserver.spi.ClusterNetwork;
import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.env.Env;
import io.coxswain.env.Sockets;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.NoRouteToHostException;

/** A network with one reachable port of a pod, which is a port of this machine. */
record OnePod(String name, int localPort) implements ClusterNetwork {

  @Override
  public PodSessions.Connection connectToPod(String namespace, String pod, int port)
      throws IOException {
    if (!name.equals(namespace + "/" + pod + ":" + port)) {
      throw new NoRouteToHostException();
    }
    return new Local(Env.production().sockets().connect("127.0.0.1", localPort));
  }

  @Override
  public PodSessions.Connection connectToNode(String node, int port) throws IOException {
    throw new NoRouteToHostException();
  }

  /** A connection to a port of this machine. */
  record Local(Sockets.Connection socket) implements PodSessions.Connection {
    @Override
    public InputStream input() throws IOException {
      return socket.input();
    }

    @Override
    public OutputStream output() throws IOException {
      return socket.output();
    }

    @Override
    public void endOutput() throws IOException {
      socket.endOutput();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
