package io.coxswain.node.fit;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A port of the node that a pod uses.
 *
 * @param address empty for all addresses of the node
 */
public record HostPort(String address, String protocol, int number) {
  /** The host ports of a pod's containers and sidecars; other init containers end before those. */
  public static List<HostPort> of(Pod pod) {
    return Stream.concat(
            pod.getSpec().getInitContainers().stream()
                .filter(c -> "Always".equals(c.getRestartPolicy())),
            pod.getSpec().getContainers().stream())
        .map(Container::getPorts)
        .flatMap(List::stream)
        .filter(port -> port.getHostPort() != null && port.getHostPort() > 0)
        .map(HostPort::of)
        .toList();
  }

  private static HostPort of(ContainerPort port) {
    return new HostPort(
        orEmpty(port.getHostIP()),
        port.getProtocol() == null ? "TCP" : port.getProtocol(),
        port.getHostPort());
  }

  /** Whether no two pods can use these ports on one node. */
  public boolean clashes(HostPort other) {
    return number == other.number
        && protocol.equals(other.protocol)
        && (isAny() || other.isAny() || address.equals(other.address));
  }

  private boolean isAny() {
    return address.isEmpty() || address.equals("0.0.0.0");
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
