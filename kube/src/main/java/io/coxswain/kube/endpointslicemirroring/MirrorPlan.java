package io.coxswain.kube.endpointslicemirroring;

import io.coxswain.api.net.Ip;
import io.coxswain.kube.services.EndpointIdentity;
import io.coxswain.kube.services.PortSet;
import io.coxswain.kube.services.Services;
import io.coxswain.kube.services.SliceTotals;
import io.coxswain.kube.services.Subsets;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointConditions;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The writes for one Endpoints object.
 *
 * @param invalid the number of invalid addresses
 * @param skipped the number of addresses that are not mirrored, because they are invalid or exceed
 *     the limit
 * @param counts the numbers of endpoints and slices, for metrics
 */
record MirrorPlan(
    List<Mirror> create,
    List<Change> update,
    List<EndpointSlice> delete,
    int invalid,
    int skipped,
    Counts counts) {
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  /**
   * Numbers of endpoints.
   *
   * @param share all endpoints that are mirrored, and their slices
   */
  record Counts(int added, int updated, int removed, SliceTotals.Share share) {
    static final Counts NONE = new Counts(0, 0, 0, new SliceTotals.Share(0, 0, 0));
  }

  /** The desired content of a slice. */
  record Mirror(
      String family,
      PortSet ports,
      List<Endpoint> endpoints,
      Map<String, String> labels,
      Map<String, String> annotations) {}

  /**
   * An existing slice and its desired content.
   *
   * @param recycled whether it had other ports before
   */
  record Change(EndpointSlice seen, Mirror mirror, boolean recycled) {}

  /** Creates one slice for each content. */
  private record Group(String family, PortSet ports) {}

  static MirrorPlan of(Endpoints endpoints, List<EndpointSlice> existing, int max) {
    return new Planning(endpoints, max).plan(existing);
  }

  /** Copies labels, except the reserved ones. */
  private static Map<String, String> labels(Endpoints endpoints) {
    var labels = new TreeMap<>(Mirrors.labels(endpoints));
    labels.put(Mirrors.SERVICE, endpoints.getMetadata().getName());
    labels.put(Mirrors.MANAGED_BY, Mirrors.THIS_CONTROLLER);
    return labels;
  }

  private static Map<String, String> annotations(Endpoints endpoints) {
    var annotations = new TreeMap<>(Mirrors.annotations(endpoints));
    annotations.remove(Services.TRIGGER_TIME);
    annotations.remove(LAST_APPLIED);
    return annotations;
  }

  /** Builds a plan. */
  private static final class Planning {
    private final Endpoints endpoints;
    private final int max;
    private final Map<Group, Map<EndpointIdentity, Endpoint>> wanted = new LinkedHashMap<>();
    private final MirrorPlan plan =
        new MirrorPlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), 0, 0, Counts.NONE);
    private int invalid;
    private int skipped;
    private int added;
    private int updated;
    private int removed;

    Planning(Endpoints endpoints, int max) {
      this.endpoints = endpoints;
      this.max = max;
    }

    MirrorPlan plan(List<EndpointSlice> existing) {
      @Nullable List<EndpointSubset> subsets = endpoints.getSubsets();
      Subsets.repack(subsets == null ? List.of() : subsets).forEach(this::want);
      var byGroup = new LinkedHashMap<Group, List<EndpointSlice>>();
      for (EndpointSlice slice : existing) {
        byGroup
            .computeIfAbsent(
                new Group(slice.getAddressType(), PortSet.of(slice)), g -> new ArrayList<>())
            .add(slice);
      }
      wanted.forEach((group, all) -> keep(group, all, byGroup.getOrDefault(group, List.of())));
      byGroup.forEach(
          (group, slices) -> {
            if (!wanted.containsKey(group)) {
              plan.delete.addAll(slices);
            }
          });
      recycle();
      return new MirrorPlan(
          plan.create,
          plan.update,
          plan.delete,
          invalid,
          skipped,
          new Counts(added, updated, removed, share()));
    }

    private SliceTotals.Share share() {
      int all = 0;
      int desired = 0;
      for (var group : wanted.values()) {
        all += group.size();
        desired += SliceTotals.desired(group.size(), max);
      }
      return new SliceTotals.Share(all, wanted.size(), desired);
    }

    private void want(EndpointSubset subset) {
      PortSet ports = PortSet.ofSubset(subset.getPorts());
      int taken = 0;
      for (EndpointAddress address : subset.getAddresses()) {
        taken += take(address, ports, true, taken);
      }
      for (EndpointAddress address : subset.getNotReadyAddresses()) {
        taken += take(address, ports, false, taken);
      }
      skipped += subset.getAddresses().size() + subset.getNotReadyAddresses().size() - taken;
    }

    private int take(EndpointAddress address, PortSet ports, boolean ready, int taken) {
      if (taken >= max) {
        return 0;
      }
      Ip ip = Ip.parse(address.getIp());
      if (ip == null) {
        invalid++;
        return 0;
      }
      Endpoint endpoint = endpoint(address, ip, ready);
      wanted
          .computeIfAbsent(new Group(ip.family(), ports), g -> new LinkedHashMap<>())
          .put(EndpointIdentity.of(endpoint), endpoint);
      return 1;
    }

    private static Endpoint endpoint(EndpointAddress address, Ip ip, boolean ready) {
      var endpoint = new Endpoint();
      endpoint.setAddresses(List.of(ip.toString()));
      var conditions = new EndpointConditions();
      conditions.setReady(ready);
      endpoint.setConditions(conditions);
      endpoint.setTargetRef(address.getTargetRef());
      endpoint.setNodeName(address.getNodeName());
      String hostname = address.getHostname();
      endpoint.setHostname(hostname == null || hostname.isEmpty() ? null : hostname);
      return endpoint;
    }

    /** The first slice of a group holds all of it; others are deleted. */
    private void keep(
        Group group, Map<EndpointIdentity, Endpoint> all, List<EndpointSlice> slices) {
      var mirror =
          new Mirror(
              group.family,
              group.ports,
              List.copyOf(all.values()),
              labels(endpoints),
              annotations(endpoints));
      if (slices.isEmpty()) {
        added += all.size();
        plan.create.add(mirror);
        return;
      }
      count(slices.getFirst(), all);
      plan.delete.addAll(slices.subList(1, slices.size()));
      EndpointSlice first = slices.getFirst();
      if (!isRight(first, mirror, all)) {
        plan.update.add(new Change(first, mirror, false));
      }
    }

    private void count(EndpointSlice slice, Map<EndpointIdentity, Endpoint> all) {
      int known = 0;
      for (Endpoint each : Objects.requireNonNullElse(slice.getEndpoints(), List.<Endpoint>of())) {
        Endpoint now = all.get(EndpointIdentity.of(each));
        if (now == null) {
          removed++;
        } else {
          known++;
          updated += EndpointIdentity.isSameState(now, each) ? 0 : 1;
        }
      }
      added += all.size() - known;
    }

    private boolean isRight(
        EndpointSlice slice, Mirror mirror, Map<EndpointIdentity, Endpoint> all) {
      @Nullable List<Endpoint> has = slice.getEndpoints();
      return has != null
          && has.size() == all.size()
          && has.stream()
              .allMatch(
                  e ->
                      Optional.ofNullable(all.get(EndpointIdentity.of(e)))
                          .filter(now -> EndpointIdentity.isSameState(now, e))
                          .isPresent())
          && Mirrors.labels(slice).equals(mirror.labels)
          && Mirrors.annotations(slice).equals(mirror.annotations)
          && Owners.of(slice).stream().noneMatch(this::isAnEarlierOne);
    }

    private boolean isAnEarlierOne(OwnerReference owner) {
      return owner.getKind().equals("Endpoints")
          && owner.getName().equals(endpoints.getMetadata().getName())
          && !owner.getUid().equals(endpoints.getMetadata().getUid());
    }

    /** Replaces pairs of a creation and a deletion by an update. */
    private void recycle() {
      for (Mirror mirror : List.copyOf(plan.create)) {
        Optional<EndpointSlice> free =
            plan.delete.stream().filter(s -> mirror.family.equals(s.getAddressType())).findFirst();
        if (free.isPresent()) {
          plan.create.remove(mirror);
          plan.delete.remove(free.get());
          plan.update.add(new Change(free.get(), mirror, true));
        }
      }
    }
  }
}
