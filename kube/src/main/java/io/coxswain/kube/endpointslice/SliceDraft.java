package io.coxswain.kube.endpointslice;

import io.coxswain.api.Json;
import io.coxswain.kube.services.PortSet;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mutable copy of a slice; the observed slice stays unchanged. */
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

  /** The API server omits an empty list. */
  static List<Endpoint> endpoints(EndpointSlice slice) {
    @Nullable List<Endpoint> endpoints = slice.getEndpoints();
    return endpoints == null ? List.of() : endpoints;
  }

  static SliceDraft fresh(PortSet ports, Map<String, String> labels) {
    return new SliceDraft(null, true, ports, labels, new ArrayList<>());
  }

  /** Writes this content to another slice, which saves a creation and a deletion. */
  SliceDraft inPlaceOf(EndpointSlice other) {
    return new SliceDraft(other, true, ports, labels, endpoints);
  }

  /** Null for a slice that does not exist yet. */
  @Nullable EndpointSlice seen() {
    return seen;
  }

  /** Whether no observed endpoint remains. */
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

  /** Copies the endpoints before the first modification. */
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
