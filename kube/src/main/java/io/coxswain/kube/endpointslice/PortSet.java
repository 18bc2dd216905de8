package io.coxswain.kube.endpointslice;

import io.coxswain.kube.services.GoHash;
import io.coxswain.kube.services.PodFacts;
import io.coxswain.kube.services.TargetPorts;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPortBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The ports that all endpoints of a slice offer; equal whatever order they come in. */
record PortSet(List<Port> ports) {
  static final PortSet NONE = new PortSet(List.of());

  /** One of them. */
  record Port(
      @Nullable String name,
      @Nullable String protocol,
      @Nullable Integer number,
      @Nullable String appProtocol) {

    /** As Go describes it, which is what upstream sorts by. */
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

  PortSet {
    ports =
        ports.size() < 2
            ? List.copyOf(ports)
            : ports.stream().sorted(Comparator.comparing(Port::hash)).toList();
  }

  static PortSet of(EndpointSlice slice) {
    @Nullable List<EndpointPort> ports = slice.getPorts();
    return ports == null ? NONE : of(ports);
  }

  private static PortSet of(List<EndpointPort> ports) {
    return new PortSet(
        ports.stream()
            .map(p -> new Port(p.getName(), p.getProtocol(), p.getPort(), p.getAppProtocol()))
            .toList());
  }

  /** Ports that the pod has not are left out. */
  static PortSet of(Service service, PodFacts pod) {
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

  List<EndpointPort> toApi() {
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
