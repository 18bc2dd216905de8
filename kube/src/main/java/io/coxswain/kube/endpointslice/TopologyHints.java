package io.coxswain.kube.endpointslice;

import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Hints for the annotation {@code service.kubernetes.io/topology-mode: Auto}: allocates endpoints
 * to zones in proportion to their CPUs, preferring endpoints of the same zone. Remembers the
 * allocations, to find services that a change of nodes overloads.
 */
final class TopologyHints {
  private static final List<String> ANNOTATIONS =
      List.of("service.kubernetes.io/topology-aware-hints", "service.kubernetes.io/topology-mode");

  private final NodeZoneTable nodes;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<ObjectKey, TreeMap<String, Map<String, Integer>>> given = new TreeMap<>();

  /** By service and address family; only looked up. */
  private final Set<ObjectKey> enabled = new HashSet<>();

  /**
   * The plan with hints.
   *
   * @param news an event for the service, if any
   */
  record Result(SlicePlan plan, @Nullable News news) {}

  /** An event for users. */
  record News(boolean good, String message) {}

  TopologyHints(NodeZoneTable nodes) {
    this.nodes = nodes;
  }

  /** The older annotation takes precedence. */
  static boolean areWanted(Map<String, String> annotations) {
    for (String name : ANNOTATIONS) {
      String value = annotations.get(name);
      if (value != null) {
        return value.equals("Auto") || value.equals("auto");
      }
    }
    return false;
  }

  Result applyTo(SlicePlan plan, ObjectKey service, String family) {
    int endpoints = ready(plan.create()) + ready(plan.update()) + ready(plan.unchanged());
    ZoneAllocation allocation = ZoneAllocation.of(endpoints, nodes.shares());
    if (!allocation.obstacle().isEmpty()) {
      return disabled(plan, service, family, allocation.obstacle());
    }
    var hintsByZone = new TreeMap<String, Integer>();
    SlicePlan more =
        Hints.alsoWriting(plan, slice -> !keepsItsHints(slice, allocation, hintsByZone));
    var free = new ArrayList<Endpoint>();
    more.create().forEach(s -> free.addAll(s.endpoints()));
    more.update().forEach(s -> free.addAll(s.endpoints()));
    free.removeIf(e -> !SliceDraft.isReady(e));
    for (Endpoint endpoint : free) {
      String zone = endpoint.getZone();
      if (zone == null || zone.isEmpty()) {
        return disabled(
            plan, service, family, "One or more endpoints do not have a zone specified");
      }
      hintsByZone.merge(zone, 1, Integer::sum);
      endpoint.setHints(Hints.of(List.of(zone), List.of()));
    }
    redistribute(free, allocation.exchange(hintsByZone), hintsByZone);
    if (hintsByZone.isEmpty()) {
      return disabled(plan, service, family, "No hints allocated for zones");
    }
    boolean first = remember(service, family, hintsByZone);
    return new Result(more, first ? new News(true, "Topology Aware Hints has been enabled") : null);
  }

  private static int ready(List<SliceDraft> slices) {
    return (int) slices.stream().mapToLong(SliceDraft::ready).sum();
  }

  /** Whether the hints of an unchanged slice remain valid; if so, counts them. */
  private static boolean keepsItsHints(
      SliceDraft slice, ZoneAllocation allocation, Map<String, Integer> hintsByZone) {
    var mine = new TreeMap<String, Integer>();
    for (Endpoint endpoint : slice.endpoints()) {
      if (SliceDraft.isReady(endpoint)) {
        List<String> zones = Hints.zones(endpoint);
        if (zones.isEmpty() || !allocation.byZone().keySet().containsAll(zones)) {
          return false;
        }
        zones.forEach(zone -> mine.merge(zone, 1, Integer::sum));
      }
    }
    for (var zone : mine.entrySet()) {
      var range = allocation.byZone().get(zone.getKey());
      int before = hintsByZone.getOrDefault(zone.getKey(), 0);
      if (range == null || zone.getValue() + before > range.maximum()) {
        return false;
      }
    }
    mine.forEach((zone, count) -> hintsByZone.merge(zone, count, Integer::sum));
    return true;
  }

  private static void redistribute(
      List<Endpoint> free, ZoneAllocation.Exchange exchange, Map<String, Integer> hintsByZone) {
    for (Endpoint endpoint : free) {
      String giver = endpoint.getZone();
      if (exchange.take().isEmpty() || exchange.give().isEmpty()) {
        return;
      }
      if (exchange.give().containsKey(giver)) {
        String taker = exchange.take().firstKey();
        endpoint.setHints(Hints.of(List.of(taker), List.of()));
        lessen(exchange.give(), giver);
        lessen(exchange.take(), taker);
        hintsByZone.merge(taker, 1, Integer::sum);
        hintsByZone.merge(giver, -1, Integer::sum);
      }
    }
  }

  private static void lessen(Map<String, Integer> zones, String zone) {
    zones.computeIfPresent(zone, (z, count) -> count == 1 ? null : count - 1);
  }

  private Result disabled(SlicePlan plan, ObjectKey service, String family, String why) {
    forget(service, family);
    return new Result(Hints.removedFrom(plan), new News(false, why));
  }

  /** Whether the service had no hints before. */
  private boolean remember(ObjectKey service, String family, Map<String, Integer> hintsByZone) {
    lock.lock();
    try {
      given.computeIfAbsent(service, s -> new TreeMap<>()).put(family, hintsByZone);
      return enabled.add(service);
    } finally {
      lock.unlock();
    }
  }

  /** Whether the service had hints before. */
  boolean forget(ObjectKey service, String family) {
    lock.lock();
    try {
      given.computeIfPresent(
          service,
          (s, families) -> {
            families.remove(family);
            return families.isEmpty() ? null : families;
          });
      return enabled.remove(service);
    } finally {
      lock.unlock();
    }
  }

  /** Services with a zone that has too few endpoints. */
  Set<ObjectKey> overloaded() {
    var overloaded = new TreeSet<ObjectKey>();
    lock.lock();
    try {
      if (given.isEmpty()) {
        return overloaded;
      }
      var shares = nodes.shares().byZone();
      given.forEach(
          (service, families) -> {
            if (families.values().stream()
                .anyMatch(hints -> ZoneAllocation.isOverloaded(hints, shares))) {
              overloaded.add(service);
            }
          });
      return overloaded;
    } finally {
      lock.unlock();
    }
  }
}
