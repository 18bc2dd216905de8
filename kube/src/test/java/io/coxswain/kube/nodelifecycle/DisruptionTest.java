package io.coxswain.kube.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DisruptionTest {
  private static final NodeLifecycleOptions OPTIONS = NodeLifecycleOptions.byDefault();

  @Test
  void judgesAZoneByItsShareOfLostNodes() {
    assertThat(ZoneState.of(0, 1, 0.55)).isEqualTo(ZoneState.FULL_DISRUPTION);
    assertThat(ZoneState.of(1, 2, 0.55)).isEqualTo(ZoneState.NORMAL);
    assertThat(ZoneState.of(2, 3, 0.55)).isEqualTo(ZoneState.PARTIAL_DISRUPTION);
    assertThat(ZoneState.of(9, 11, 0.55)).isEqualTo(ZoneState.PARTIAL_DISRUPTION);
    assertThat(ZoneState.of(10, 11, 0.55)).isEqualTo(ZoneState.NORMAL);
    assertThat(ZoneState.of(3, 0, 0.55)).isEqualTo(ZoneState.NORMAL);
  }

  @Test
  void slowsDownInALargeUnhealthyZoneAndStopsInASmallOne() {
    assertThat(ZoneState.PARTIAL_DISRUPTION.rate(51, OPTIONS)).isEqualTo(0.01);
    assertThat(ZoneState.PARTIAL_DISRUPTION.rate(50, OPTIONS)).isZero();
    assertThat(ZoneState.NORMAL.rate(10, OPTIONS)).isEqualTo(0.1);
    assertThat(ZoneState.FULL_DISRUPTION.rate(10, OPTIONS)).isEqualTo(0.1);
  }

  @Provide
  Arbitrary<Map<String, Disruption.Zone>> zones() {
    Arbitrary<Disruption.Zone> zone =
        Combinators.combine(
                Arbitraries.integers().between(0, 80), Arbitraries.integers().between(0, 80))
            .as(Disruption.Zone::new)
            .filter(z -> z.size() > 0);
    return Arbitraries.maps(Arbitraries.of("a", "b", "c", "d"), zone).ofMaxSize(4);
  }

  @Provide
  Arbitrary<Map<String, ZoneState>> states() {
    return Arbitraries.maps(Arbitraries.of("a", "b", "c", "d"), Arbitraries.of(ZoneState.class));
  }

  @Property
  void taintsNoNodeIfAllZonesAreLost(
      @ForAll("states") Map<String, ZoneState> before,
      @ForAll("zones") Map<String, Disruption.Zone> zones) {
    Disruption plan = plan(before, zones);

    boolean allLost = zones.values().stream().allMatch(z -> z.ready() == 0);
    if (allLost) {
      assertThat(plan.rates().values()).allMatch(rate -> rate == 0);
      assertThat(plan.turn()).isNotEqualTo(Disruption.Turn.RESUME);
    } else {
      assertThat(plan.turn()).isNotEqualTo(Disruption.Turn.STOP);
    }
  }

  @Property
  void isIdempotent(
      @ForAll("states") Map<String, ZoneState> before,
      @ForAll("zones") Map<String, Disruption.Zone> zones) {
    Disruption first = plan(before, zones);
    Disruption second = plan(first.states(), zones);

    assertThat(second.turn()).isEqualTo(Disruption.Turn.NOTHING);
    assertThat(second.rates()).isEmpty();
    assertThat(second.states()).isEqualTo(first.states());
  }

  @Property
  void knowsTheRateOfEveryZoneWhenItResumes(@ForAll("zones") Map<String, Disruption.Zone> zones) {
    var lost = new TreeMap<String, ZoneState>();
    zones.keySet().forEach(name -> lost.put(name, ZoneState.FULL_DISRUPTION));

    Disruption plan = plan(lost, zones);

    if (zones.values().stream().anyMatch(z -> z.ready() > 0)) {
      assertThat(plan.turn()).isEqualTo(Disruption.Turn.RESUME);
      assertThat(plan.rates().keySet()).isEqualTo(new TreeMap<>(zones).keySet());
    }
  }

  private static Disruption plan(
      Map<String, ZoneState> before, Map<String, Disruption.Zone> zones) {
    SortedMap<String, ZoneState> sorted = new TreeMap<>(before);
    return Disruption.plan(sorted, new TreeMap<>(zones), OPTIONS);
  }
}
