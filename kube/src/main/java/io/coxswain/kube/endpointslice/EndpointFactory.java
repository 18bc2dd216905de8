package io.coxswain.kube.endpointslice;

import io.coxswain.api.net.Ip;
import io.coxswain.kube.services.PodFacts;
import io.coxswain.kube.services.PortSet;
import io.coxswain.kube.services.Services;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointConditions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts the pods of a service to endpoints. */
final class EndpointFactory {
  static final String IPV4 = "IPv4";
  static final String IPV6 = "IPv6";
  static final List<String> FAMILIES = List.of(IPV4, IPV6);

  private final Service service;
  private final Nodes nodes;
  private final boolean publishesNotReady;

  /** Information about nodes. */
  @FunctionalInterface
  interface Nodes {
    /** The zone of a node: empty text without a zone, empty Optional without a node. */
    Optional<String> zone(String node);
  }

  /**
   * @param byPorts the endpoints, in the order of their pods
   * @param skipped why pods were skipped
   */
  record Made(Map<PortSet, List<Endpoint>> byPorts, List<String> skipped) {}

  EndpointFactory(Service service, Nodes nodes) {
    this.service = service;
    this.nodes = nodes;
    this.publishesNotReady = Services.publishesNotReady(service);
  }

  /** The address families of the service, in order. */
  static List<String> families(Service service) {
    List<String> families =
        service.getSpec().getIpFamilies().stream()
            .filter(f -> f.equals(IPV4) || f.equals(IPV6))
            .distinct()
            .toList();
    if (!families.isEmpty()) {
      return families;
    }
    // Only API servers without dual stack omit the families.
    if (Services.hasAddress(service)) {
      Ip ip = Ip.parse(service.getSpec().getClusterIP());
      return List.of(ip != null && ip.v6() ? IPV6 : IPV4);
    }
    return List.of(IPV4, IPV6);
  }

  Made make(List<PodFacts> pods, String family) {
    var byPorts = new LinkedHashMap<PortSet, List<Endpoint>>();
    var skipped = new ArrayList<String>();
    PortsOf ports = new PortsOf();
    for (PodFacts pod : pods) {
      if (!pod.canServe()) {
        continue;
      }
      List<Endpoint> same = byPorts.computeIfAbsent(ports.of(pod), p -> new ArrayList<>());
      Optional<String> zone = nodes.zone(pod.nodeName());
      if (zone.isEmpty() && !publishesNotReady) {
        skipped.add(
            "skipping Pod %s for Service %s/%s: Node %s Not Found"
                .formatted(
                    pod.key().name(),
                    service.getMetadata().getNamespace(),
                    service.getMetadata().getName(),
                    pod.nodeName()));
        continue;
      }
      Endpoint endpoint = endpoint(pod, zone.orElse(""), family);
      if (!endpoint.getAddresses().isEmpty()) {
        same.add(endpoint);
      }
    }
    return new Made(byPorts, skipped);
  }

  /** Caches the ports by template, because pods of one template have equal ports. */
  private final class PortsOf {
    private final Map<List<PodFacts.NamedPort>, PortSet> known = new LinkedHashMap<>();

    PortSet of(PodFacts pod) {
      return known.computeIfAbsent(pod.ports(), p -> PortSet.of(service, pod));
    }
  }

  private Endpoint endpoint(PodFacts pod, String zone, String family) {
    var endpoint = new Endpoint();
    endpoint.setAddresses(
        pod.addresses().stream()
            .filter(a -> a.v6() == family.equals(IPV6))
            .map(PodFacts.Address::text)
            .sorted()
            .toList());
    boolean serving = pod.ready();
    boolean terminating = pod.deleting();
    var conditions = new EndpointConditions();
    conditions.setReady(publishesNotReady || (serving && !terminating));
    conditions.setServing(serving);
    conditions.setTerminating(terminating);
    endpoint.setConditions(conditions);
    endpoint.setTargetRef(pod.reference());
    if (!pod.nodeName().isEmpty()) {
      endpoint.setNodeName(pod.nodeName());
    }
    if (!zone.isEmpty()) {
      endpoint.setZone(zone);
    }
    if (pod.isNamedBelow(service.getMetadata().getName())) {
      endpoint.setHostname(pod.hostname());
    }
    return endpoint;
  }
}
