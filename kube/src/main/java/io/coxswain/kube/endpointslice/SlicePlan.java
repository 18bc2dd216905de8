package io.coxswain.kube.endpointslice;

import io.coxswain.kube.services.PortSet;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The writes for one service and one address family.
 *
 * @param update drafts of existing slices
 * @param unchanged drafts of slices that are not written
 */
record SlicePlan(
    List<SliceDraft> create,
    List<SliceDraft> update,
    List<EndpointSlice> delete,
    List<SliceDraft> unchanged,
    int added,
    int removed) {

  /**
   * @param existing the slices of the service in this family
   * @param wanted endpoints by their ports
   */
  static SlicePlan of(
      Service service, List<EndpointSlice> existing, Map<PortSet, List<Endpoint>> wanted, int max) {
    var labels = new SliceLabels(service);
    var create = new ArrayList<SliceDraft>();
    var update = new ArrayList<SliceDraft>();
    var delete = new ArrayList<EndpointSlice>();
    var unchanged = new ArrayList<SliceDraft>();
    var byPorts = new LinkedHashMap<PortSet, List<EndpointSlice>>();
    for (EndpointSlice slice : existing) {
      if (isOwnedBy(slice, service)) {
        byPorts.computeIfAbsent(PortSet.of(slice), p -> new ArrayList<>()).add(slice);
      } else {
        delete.add(slice);
      }
    }
    int added = 0;
    int removed = 0;
    for (var group : wanted.entrySet()) {
      PortSet ports = group.getKey();
      var packing =
          SlicePacking.of(
              byPorts.getOrDefault(ports, List.of()),
              group.getValue(),
              labels,
              () -> SliceDraft.fresh(ports, labels.wanted()),
              max);
      create.addAll(packing.create());
      update.addAll(packing.update());
      packing.delete().forEach(d -> delete.add(d.seen()));
      unchanged.addAll(packing.unchanged());
      added += packing.added();
      removed += packing.removed();
    }
    byPorts.forEach(
        (ports, slices) -> {
          if (!wanted.containsKey(ports)) {
            delete.addAll(slices);
          }
        });
    if (existing.size() == delete.size() && create.isEmpty()) {
      keepPlaceholder(labels, service, create, delete, unchanged);
    }
    return new SlicePlan(create, update, delete, unchanged, added, removed);
  }

  static boolean isOwnedBy(EndpointSlice slice, Service service) {
    return Owners.of(slice).stream()
        .anyMatch(
            o ->
                service.getMetadata().getUid().equals(o.getUid())
                    && "Service".equals(o.getKind())
                    && "v1".equals(o.getApiVersion()));
  }

  /**
   * A service without endpoints gets an empty slice, which distinguishes it from one that has not
   * been reconciled.
   */
  private static void keepPlaceholder(
      SliceLabels labels,
      Service service,
      List<SliceDraft> create,
      List<EndpointSlice> delete,
      List<SliceDraft> unchanged) {
    if (delete.size() == 1 && isPlaceholder(delete.getFirst(), labels, service)) {
      unchanged.add(SliceDraft.of(delete.removeFirst()));
    } else {
      create.add(SliceDraft.fresh(PortSet.NONE, labels.wanted()));
    }
  }

  private static boolean isPlaceholder(EndpointSlice slice, SliceLabels labels, Service service) {
    return SliceDraft.endpoints(slice).isEmpty()
        && PortSet.of(slice).equals(PortSet.NONE)
        && SliceLabels.of(slice).equals(labels.wanted())
        && isOwnedBy(slice, service);
  }

  /** Replaces pairs of a creation and a deletion by an update. */
  SlicePlan reusing(Service service) {
    var create = new ArrayList<>(this.create);
    var update = new ArrayList<>(this.update);
    var delete = new ArrayList<EndpointSlice>();
    for (EndpointSlice slice : this.delete) {
      if (!create.isEmpty() && isOwnedBy(slice, service)) {
        update.add(create.removeLast().inPlaceOf(slice));
      } else {
        delete.add(slice);
      }
    }
    return new SlicePlan(create, update, delete, unchanged, added, removed);
  }

  /** The number of requests of the plan. */
  int writes() {
    return create.size() + update.size() + delete.size();
  }
}
