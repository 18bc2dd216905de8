package io.coxswain.apiserver.spi;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.env.ApiStream;
import io.coxswain.env.Sockets;
import java.io.IOException;
import java.util.List;

/**
 * Connects to the kubelets of nodes that run in other programs. The server resolves the address of
 * a kubelet from its Node object.
 */
public interface Kubelets {

  /**
   * The address types of a node to try, in this order, such as {@code InternalIP}. The first type
   * that the node has is used.
   */
  List<String> addressTypes();

  /** Where a kubelet listens. */
  record Kubelet(String node, String address, int port) {}

  /** A container of a pod. */
  record ContainerName(String namespace, String pod, String container) {}

  /** The streams that a client wants to use. */
  record SessionStreams(boolean stdin, boolean stdout, boolean stderr, boolean tty) {}

  /**
   * Opens the log of a container.
   *
   * @throws IOException with a message for the client if there is none
   */
  ApiStream log(Kubelet kubelet, ContainerName container, PodLogs.Options options)
      throws IOException;

  /**
   * Runs a command in a container.
   *
   * @throws IOException with a message for the client if the kubelet rejects it
   */
  PodSessions.Conversation exec(
      Kubelet kubelet, ContainerName container, List<String> command, SessionStreams streams)
      throws IOException;

  /**
   * Attaches to the program of a container.
   *
   * @throws IOException with a message for the client if the kubelet rejects it
   */
  PodSessions.Conversation attach(Kubelet kubelet, ContainerName container, SessionStreams streams)
      throws IOException;

  /**
   * Forwards a connection to a port of a pod. An error of the pod's side is reported by the first
   * read.
   *
   * @throws IOException with a message for the client if the kubelet rejects it
   */
  Sockets.Connection forward(Kubelet kubelet, String namespace, String pod, int port)
      throws IOException;

  /** Opens a TLS connection to the kubelet, with the credentials of this server. */
  Sockets.Connection connect(Kubelet kubelet) throws IOException;

  /** Opens a TCP connection to an address of a pod or node. */
  Sockets.Connection dial(String address, int port) throws IOException;

  /** Reads the resource usage of the node and its pods, as the kubelet's {@code stats/summary}. */
  JsonNode summary(Kubelet kubelet) throws IOException;
}
