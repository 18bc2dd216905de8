package io.coxswain.apiserver.spi;

import io.coxswain.env.Sockets;
import java.io.IOException;

/**
 * The network of pods and nodes, for the {@code proxy} subresources and for webhooks that run in
 * pods. Pods and nodes are named, not addressed: the server never connects to an address because an
 * object of the API holds it.
 */
public interface ClusterNetwork {

  /**
   * Connects to a port of a pod.
   *
   * @throws java.net.NoRouteToHostException if no node of this process runs the pod
   * @throws java.net.ConnectException if the pod does not listen on the port
   */
  Sockets.Connection connectToPod(String namespace, String pod, int port) throws IOException;

  /**
   * Connects to a port of a node.
   *
   * @throws java.net.NoRouteToHostException if the node is not one of this process
   * @throws java.net.ConnectException if no pod of the node uses the port of its host
   */
  Sockets.Connection connectToNode(String node, int port) throws IOException;
}
