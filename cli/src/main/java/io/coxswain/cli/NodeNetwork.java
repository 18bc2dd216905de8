package io.coxswain.cli;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.spi.ClusterNetwork;
import io.coxswain.env.Sockets;
import io.coxswain.node.process.ProcessNodes;
import java.io.IOException;
import java.net.NoRouteToHostException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connects the API server with the pods of process nodes. Simulated pods have no network. */
final class NodeNetwork implements ClusterNetwork {
  private final Supplier<@Nullable ProcessNodes> nodes;

  NodeNetwork(Supplier<@Nullable ProcessNodes> nodes) {
    this.nodes = nodes;
  }

  @Override
  public Sockets.Connection connectToPod(String namespace, String pod, int port)
      throws IOException {
    return nodes().dialPod(ObjectKey.of(namespace, pod), port);
  }

  @Override
  public Sockets.Connection connectToNode(String node, int port) throws IOException {
    return nodes().dialNode(node, port);
  }

  private ProcessNodes nodes() throws IOException {
    ProcessNodes running = nodes.get();
    if (running == null) {
      throw new NoRouteToHostException("there are no process nodes");
    }
    return running;
  }
}
