package io.coxswain.kube.endpointslice;

import io.coxswain.kube.services.Services;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointHints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hints for {@code spec.trafficDistribution}: an endpoint serves its own zone or its own node. */
record ClosenessHints(boolean byNode) {

  /** Null unless the service requests such hints. */
  static @Nullable ClosenessHints of(Service service) {
    String distribution = service.getSpec().getTrafficDistribution();
    if (distribution == null || TopologyHints.areWanted(Services.annotations(service))) {
      return null;
    }
    return switch (distribution) {
      case "PreferClose", "PreferSameZone" -> new ClosenessHints(false);
      case "PreferSameNode" -> new ClosenessHints(true);
      default -> null;
    };
  }

  SlicePlan applyTo(SlicePlan plan) {
    SlicePlan more =
        Hints.alsoWriting(plan, slice -> slice.endpoints().stream().anyMatch(this::isWrong));
    more.create().forEach(this::set);
    more.update().forEach(this::set);
    return more;
  }

  private boolean isWrong(Endpoint endpoint) {
    return SliceDraft.isReady(endpoint)
        && !(Hints.zones(endpoint).equals(zones(endpoint))
            && Hints.nodes(endpoint).equals(nodes(endpoint)));
  }

  private void set(SliceDraft slice) {
    for (Endpoint endpoint : slice.endpoints()) {
      if (SliceDraft.isReady(endpoint)) {
        endpoint.setHints(hints(endpoint));
      }
    }
  }

  private @Nullable EndpointHints hints(Endpoint endpoint) {
    List<String> zones = zones(endpoint);
    List<String> nodes = nodes(endpoint);
    return zones.isEmpty() && nodes.isEmpty() ? null : Hints.of(zones, nodes);
  }

  private static List<String> zones(Endpoint endpoint) {
    return endpoint.getZone() == null ? List.of() : List.of(endpoint.getZone());
  }

  private List<String> nodes(Endpoint endpoint) {
    return byNode && endpoint.getNodeName() != null ? List.of(endpoint.getNodeName()) : List.of();
  }
}
