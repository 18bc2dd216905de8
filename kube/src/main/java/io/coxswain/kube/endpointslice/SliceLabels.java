package io.coxswain.kube.endpointslice;

import io.coxswain.api.LabelSelector;
import io.coxswain.kube.services.Services;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The labels of a service's slices: those of the service, except the reserved ones. */
final class SliceLabels {
  static final String SERVICE = "kubernetes.io/service-name";
  static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
  static final String THIS_CONTROLLER = "endpointslice-controller.k8s.io";

  private static final List<String> RESERVED = List.of(SERVICE, MANAGED_BY, Services.HEADLESS);

  private final Map<String, String> ofService;
  private final Map<String, String> wanted;

  SliceLabels(Service service) {
    this.ofService = withoutReserved(Services.labels(service));
    var all = new TreeMap<>(ofService);
    if (!Services.hasAddress(service)) {
      all.put(Services.HEADLESS, "");
    }
    all.put(SERVICE, service.getMetadata().getName());
    all.put(MANAGED_BY, THIS_CONTROLLER);
    this.wanted = Collections.unmodifiableMap(all);
  }

  private static Map<String, String> withoutReserved(Map<String, String> labels) {
    var rest = new TreeMap<>(labels);
    RESERVED.forEach(rest::remove);
    return rest;
  }

  Map<String, String> wanted() {
    return wanted;
  }

  /** Ignores reserved labels, which cannot change while the slice belongs to the service. */
  boolean differ(EndpointSlice slice) {
    return !withoutReserved(of(slice)).equals(ofService);
  }

  static Map<String, String> of(EndpointSlice slice) {
    Map<String, String> labels = slice.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  /** The selector for the slices of a service. */
  static LabelSelector of(Service service) {
    return LabelSelector.of(
        Map.of(SERVICE, service.getMetadata().getName(), MANAGED_BY, THIS_CONTROLLER));
  }

  static boolean isOurs(EndpointSlice slice) {
    return THIS_CONTROLLER.equals(of(slice).get(MANAGED_BY));
  }
}
