package io.coxswain.kube.endpointslice;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The number of endpoints that each zone should have, by its share of CPUs.
 *
 * @param byZone empty if hints are not possible
 * @param obstacle the reason; empty if hints are possible
 */
record ZoneAllocation(SortedMap<String, Range> byZone, String obstacle) {
  /** The load per endpoint of a zone may exceed its share by this factor. */
  private static final double OVERLOAD = 0.2;

  /** Minimum, maximum and exact (fractional) number of endpoints. */
  record Range(int minimum, int maximum, double desired) {}

  static ZoneAllocation of(int endpoints, NodeZoneTable.Shares shares) {
    SortedMap<String, Double> byZone = shares.byZone();
    String amounts = " (" + endpoints + " endpoints, " + byZone.size() + " zones)";
    if (byZone.isEmpty()) {
      return without(
          shares.anyNode()
              ? "Insufficient Node information: allocatable CPU or zone not specified on one or"
                  + " more nodes"
              : "Nodes only ready in one zone");
    }
    if (byZone.size() > endpoints) {
      return without("Insufficient number of endpoints" + amounts);
    }
    var minimums = new TreeMap<String, Integer>();
    int total = 0;
    for (var zone : byZone.entrySet()) {
      int minimum = minimum(endpoints, zone.getValue());
      minimums.put(zone.getKey(), minimum);
      total += minimum;
    }
    if (total > endpoints) {
      return without(
          "Unable to allocate minimum required endpoints to each zone without exceeding overload"
              + " threshold"
              + amounts);
    }
    int spare = endpoints - total;
    var ranges = new TreeMap<String, Range>();
    minimums.forEach(
        (zone, minimum) ->
            ranges.put(
                zone,
                new Range(
                    minimum,
                    minimum + spare,
                    Math.max(byZone.getOrDefault(zone, 0.0) * endpoints, minimum))));
    return new ZoneAllocation(ranges, "");
  }

  private static ZoneAllocation without(String obstacle) {
    return new ZoneAllocation(new TreeMap<>(), obstacle);
  }

  private static int minimum(double endpoints, double share) {
    return (int) Math.ceil(endpoints * share * (1 / (1 + OVERLOAD)));
  }

  /** Whether a zone has fewer endpoints than its minimum. */
  static boolean isOverloaded(Map<String, Integer> hintsByZone, SortedMap<String, Double> shares) {
    if (hintsByZone.isEmpty()) {
      return false;
    }
    if (shares.isEmpty()) {
      return true;
    }
    int endpoints = hintsByZone.values().stream().mapToInt(Integer::intValue).sum();
    return shares.entrySet().stream()
        .anyMatch(
            zone -> {
              @Nullable Integer has = hintsByZone.get(zone.getKey());
              return has == null || has < minimum(endpoints, zone.getValue());
            });
  }

  /** Numbers of endpoints that zones give and receive. */
  record Exchange(TreeMap<String, Integer> give, TreeMap<String, Integer> take) {}

  /** Rebalances as long as moving an endpoint improves the distribution. */
  Exchange exchange(Map<String, Integer> hintsByZone) {
    var surplus = new TreeMap<String, Double>();
    var deficit = new TreeMap<String, Double>();
    byZone.forEach(
        (zone, range) -> {
          double over = hintsByZone.getOrDefault(zone, 0) - range.desired;
          if (over > 0) {
            surplus.put(zone, over);
          } else if (over < 0) {
            deficit.put(zone, -over);
          }
        });
    var exchange = new Exchange(new TreeMap<>(), new TreeMap<>());
    while (true) {
      Map.Entry<String, Double> giver = most(surplus);
      Map.Entry<String, Double> taker = most(deficit);
      if (giver == null || taker == null) {
        return exchange;
      }
      double gives = giver.getValue();
      double takes = taker.getValue();
      if ((gives < 1 && takes < 1) || gives < 0.5 || takes < 0.5) {
        return exchange;
      }
      exchange.give.merge(giver.getKey(), 1, Integer::sum);
      exchange.take.merge(taker.getKey(), 1, Integer::sum);
      surplus.put(giver.getKey(), gives - 1);
      deficit.put(taker.getKey(), takes - 1);
    }
  }

  private static Map.@Nullable Entry<String, Double> most(TreeMap<String, Double> zones) {
    return zones.entrySet().stream()
        .filter(e -> e.getValue() > 0)
        .max(Map.Entry.comparingByValue())
        .map(e -> Map.entry(e.getKey(), e.getValue()))
        .orElse(null);
  }
}
