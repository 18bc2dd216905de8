package io.coxswain.kube.endpointslice;

import io.coxswain.api.Json;
import io.coxswain.kube.services.PortSet;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A slice as it is to be; what was seen of it stays as it was. */
final class SliceDraft {
  private final @Nullable EndpointSlice seen;
  private final boolean isNew;
  private final PortSet ports;
  private Map<String, String> labels;
  private List<Endpoint> endpoints;

  private SliceDraft(
      @Nullable EndpointSlice seen,
      boolean isNew,
      PortSet ports,
      Map<String, String> labels,
      List<Endpoint> endpoints) {
    this.seen = seen;
    this.isNew = isNew;
    this.ports = ports;
    this.labels = labels;
    this.endpoints = endpoints;
  }

  static SliceDraft of(EndpointSlice seen) {
    return new SliceDraft(
        seen, false, PortSet.of(seen), seen.getMetadata().getLabels(), endpoints(seen));
  }

  /** An empty list is null in what the server sends. */
  static List<Endpoint> endpoints(EndpointSlice slice) {
    @Nullable List<Endpoint> endpoints = slice.getEndpoints();
    return endpoints == null ? List.of() : endpoints;
  }

  static SliceDraft fresh(PortSet ports, Map<String, String> labels) {
    return new SliceDraft(null, true, ports, labels, new ArrayList<>());
  }

  /** The same content in place of another slice, which saves a creation and a deletion. */
  SliceDraft inPlaceOf(EndpointSlice other) {
    return new SliceDraft(other, true, ports, labels, endpoints);
  }

  /** Null for a slice that is yet to be created. */
  @Nullable EndpointSlice seen() {
    return seen;
  }

  /** Whether nothing of what was seen is to stay. */
  boolean isNew() {
    return isNew;
  }

  PortSet ports() {
    return ports;
  }

  Map<String, String> labels() {
    return labels;
  }

  List<Endpoint> endpoints() {
    return endpoints;
  }

  int size() {
    return endpoints.size();
  }

  void label(Map<String, String> wanted) {
    labels = wanted;
  }

  void hold(List<Endpoint> wanted) {
    endpoints = wanted;
  }

  void add(Endpoint endpoint) {
    endpoints.add(endpoint);
  }

  /** Makes the endpoints this draft's own, to be changed. */
  void own() {
    var copies = new ArrayList<Endpoint>(endpoints.size());
    endpoints.forEach(e -> copies.add(Json.copy(e)));
    endpoints = copies;
  }

  long ready() {
    return endpoints.stream().filter(SliceDraft::isReady).count();
  }

  static boolean isReady(Endpoint endpoint) {
    return endpoint.getConditions() != null
        && Boolean.TRUE.equals(endpoint.getConditions().getReady());
  }
}
