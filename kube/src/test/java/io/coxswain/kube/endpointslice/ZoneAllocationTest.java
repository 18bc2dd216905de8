package io.coxswain.kube.endpointslice;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ZoneAllocationTest {

  private static ZoneAllocation allocation(int endpoints, Map<String, Double> shares) {
    return ZoneAllocation.of(endpoints, new NodeZoneTable.Shares(new TreeMap<>(shares), true));
  }

  @Test
  void givesEachZoneAtLeastItsShareLessTheOverload() {
    ZoneAllocation allocation = allocation(10, Map.of("a", 0.5, "b", 0.5));

    assertThat(allocation.byZone().get("a")).isEqualTo(new ZoneAllocation.Range(5, 5, 5.0));
  }

  @Test
  void reportsWhyHintsAreNotAssigned() {
    assertThat(allocation(1, Map.of("a", 0.5, "b", 0.5)).obstacle())
        .isEqualTo("Insufficient number of endpoints (1 endpoints, 2 zones)");
    assertThat(allocation(3, Map.of("a", 0.34, "b", 0.33, "c", 0.33)).obstacle()).isEmpty();
    assertThat(allocation(4, Map.of("a", 0.35, "b", 0.35, "c", 0.3)).obstacle())
        .isEqualTo(
            "Unable to allocate minimum required endpoints to each zone without exceeding overload"
                + " threshold (4 endpoints, 3 zones)");
    assertThat(allocation(4, Map.of()).obstacle())
        .isEqualTo(
            "Insufficient Node information: allocatable CPU or zone not specified on one or more"
                + " nodes");
    assertThat(ZoneAllocation.of(4, new NodeZoneTable.Shares(new TreeMap<>(), false)).obstacle())
        .isEqualTo("Nodes only ready in one zone");
  }

  @Test
  void movesSurplusWhereItIsMissing() {
    ZoneAllocation allocation = allocation(10, Map.of("a", 0.5, "b", 0.5));

    ZoneAllocation.Exchange exchange = allocation.exchange(Map.of("a", 8, "b", 2));

    assertThat(exchange.give()).isEqualTo(Map.of("a", 3));
    assertThat(exchange.take()).isEqualTo(Map.of("b", 3));
  }

  @Property
  void neverGivesMoreThanThereIs(
      @ForAll @IntRange(min = 2, max = 60) int endpoints,
      @ForAll @IntRange(min = 0, max = 60) int inFirst,
      @ForAll @IntRange(min = 1, max = 9) int share) {
    int first = Math.min(inFirst, endpoints);
    ZoneAllocation allocation =
        allocation(endpoints, Map.of("a", share / 10.0, "b", 1 - share / 10.0));
    if (!allocation.obstacle().isEmpty()) {
      return;
    }

    ZoneAllocation.Exchange exchange =
        allocation.exchange(Map.of("a", first, "b", endpoints - first));

    int given = exchange.give().values().stream().mapToInt(Integer::intValue).sum();
    assertThat(given)
        .isEqualTo(exchange.take().values().stream().mapToInt(Integer::intValue).sum());
    assertThat(exchange.give().getOrDefault("a", 0)).isLessThanOrEqualTo(first);
    assertThat(exchange.give().getOrDefault("b", 0)).isLessThanOrEqualTo(endpoints - first);
    allocation
        .byZone()
        .forEach(
            (zone, range) -> {
              int has =
                  (zone.equals("a") ? first : endpoints - first)
                      - exchange.give().getOrDefault(zone, 0)
                      + exchange.take().getOrDefault(zone, 0);
              assertThat((double) has).isBetween(range.desired() - 1, range.desired() + 1);
            });
  }
}
