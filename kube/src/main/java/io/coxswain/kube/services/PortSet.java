package io.coxswain.kube.services;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPortBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The ports of the endpoints in a slice; equality ignores the order. */
public record PortSet(List<Port> ports) {
  public static final PortSet NONE = new PortSet(List.of());

  /** One port. */
  public record Port(
      @Nullable String name,
      @Nullable String protocol,
      @Nullable Integer number,
      @Nullable String appProtocol) {

    /** Go's representation, by which upstream sorts. */
    private GoHash hash() {
      return GoHash.of(
          "(v1.EndpointPort){Name:(*string)"
              + text(name)
              + " Protocol:(*v1.Protocol)"
              + text(protocol)
              + " Port:(*int32)"
              + text(number)
              + " AppProtocol:(*string)"
              + text(appProtocol)
              + "}");
    }

    private static String text(@Nullable Object value) {
      return value == null ? "<nil>" : value.toString();
    }
  }

  public PortSet {
    ports =
        ports.size() < 2
            ? List.copyOf(ports)
            : ports.stream().sorted(Comparator.comparing(Port::hash)).toList();
  }

  public static PortSet of(EndpointSlice slice) {
    @Nullable List<EndpointPort> ports = slice.getPorts();
    return ports == null ? NONE : of(ports);
  }

  private static PortSet of(List<EndpointPort> ports) {
    return new PortSet(
        ports.stream()
            .map(p -> new Port(p.getName(), p.getProtocol(), p.getPort(), p.getAppProtocol()))
            .toList());
  }

  /** Skips ports that the pod does not have. */
  public static PortSet of(Service service, PodFacts pod) {
    var ports = new ArrayList<Port>();
    for (ServicePort port : service.getSpec().getPorts()) {
      OptionalInt number = TargetPorts.find(pod, port);
      if (number.isPresent()) {
        ports.add(
            new Port(
                TargetPorts.name(port),
                TargetPorts.protocol(port),
                number.getAsInt(),
                port.getAppProtocol()));
      }
    }
    return new PortSet(ports);
  }

  /** The ports of a subset of Endpoints. */
  public static PortSet ofSubset(List<io.fabric8.kubernetes.api.model.EndpointPort> ports) {
    return new PortSet(
        ports.stream()
            .map(
                p ->
                    new Port(
                        Objects.requireNonNullElse(p.getName(), ""),
                        Objects.requireNonNullElse(p.getProtocol(), "TCP"),
                        p.getPort(),
                        p.getAppProtocol()))
            .toList());
  }

  public List<EndpointPort> toApi() {
    return ports.stream()
        .map(
            p ->
                new EndpointPortBuilder()
                    .withName(p.name)
                    .withProtocol(p.protocol)
                    .withPort(p.number)
                    .withAppProtocol(p.appProtocol)
                    .build())
        .toList();
  }
}
