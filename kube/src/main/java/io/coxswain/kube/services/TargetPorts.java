package io.coxswain.kube.services;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.util.Objects;
import java.util.OptionalInt;

/** Resolves the target port of a service in a pod. */
public final class TargetPorts {
  private TargetPorts() {}

  /** Empty if the pod has no port with that name. */
  public static OptionalInt find(PodFacts pod, ServicePort port) {
    IntOrString target = port.getTargetPort();
    if (target == null) {
      return OptionalInt.of(port.getPort());
    }
    if (target.getStrVal() == null) {
      return OptionalInt.of(Objects.requireNonNullElse(target.getIntVal(), 0));
    }
    String protocol = protocol(port);
    return pod.ports().stream()
        .filter(p -> p.name().equals(target.getStrVal()) && p.protocol().equals(protocol))
        .mapToInt(PodFacts.NamedPort::number)
        .findFirst();
  }

  public static String protocol(ServicePort port) {
    return Objects.requireNonNullElse(port.getProtocol(), "TCP");
  }

  public static String name(ServicePort port) {
    return Objects.requireNonNullElse(port.getName(), "");
  }
}
