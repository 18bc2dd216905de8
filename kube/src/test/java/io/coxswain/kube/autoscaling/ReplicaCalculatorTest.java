package io.coxswain.kube.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.LabelSelector;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReplicaCalculatorTest {
  private static final Tolerances TENTH = new Tolerances(0.1, 0.1);

  /** Pods that use so many thousandths. */
  private static Map<String, PodMetric> using(List<Integer> values) {
    var metrics = new TreeMap<String, PodMetric>();
    for (int i = 0; i < values.size(); i++) {
      metrics.put("p" + i, PodMetric.assumed(values.get(i)));
    }
    return metrics;
  }

  /** So many pods ask for 100 thousandths each. */
  private static Map<String, Long> requests(int count) {
    var requests = new TreeMap<String, Long>();
    for (int i = 0; i < count; i++) {
      requests.put("p" + i, 100L);
    }
    return requests;
  }

  private static PodGroups groups(int ready, List<String> unready, List<String> missing) {
    return new PodGroups(ready, new TreeSet<>(unready), new TreeSet<>(missing), new TreeSet<>());
  }

  private static ReplicaCalculator.Proposal utilization(
      int current, List<Integer> values, PodGroups groups, int target) throws MetricsException {
    int all = values.size() + groups.unready().size() + groups.missing().size();
    return ReplicaCalculator.byUtilization(
        current, using(values), groups, requests(all), target, TENTH);
  }

  @Test
  void takesTheShareOfWhatWasRequested() throws MetricsException {
    var proposal = utilization(3, List.of(90, 60, 90), groups(3, List.of(), List.of()), 50);

    assertThat(proposal).isEqualTo(new ReplicaCalculator.Proposal(5, 80, 80));
  }

  @Test
  void toleratesASmallDifference() throws MetricsException {
    assertThat(utilization(3, List.of(54, 54, 54), groups(3, List.of(), List.of()), 50).replicas())
        .isEqualTo(3);
  }

  @Test
  void assumesZeroForPodsWithoutAMetricWhenScalingUp() throws MetricsException {
    var proposal = utilization(4, List.of(80, 80, 80), groups(3, List.of(), List.of("p3")), 50);

    assertThat(proposal.replicas()).isEqualTo(5);
    assertThat(proposal.utilization()).isEqualTo(80);
  }

  @Test
  void assumesTheFullTargetForPodsWithoutAMetricWhenScalingDown() throws MetricsException {
    // (10 + 10 + 10 + 100) of 400 is 32 percent of a target of 50: ceil(0.64 x 4).
    assertThat(
            utilization(4, List.of(10, 10, 10), groups(3, List.of(), List.of("p3")), 50).replicas())
        .isEqualTo(3);
  }

  @Test
  void countsPodsThatAreComingUpAgainstGrowingFurther() throws MetricsException {
    assertThat(
            utilization(3, List.of(90, 90, 90), groups(1, List.of("p1", "p2"), List.of()), 50)
                .replicas())
        .isEqualTo(3);
  }

  @Test
  void reportsMissingMetrics() {
    assertThatThrownBy(() -> utilization(1, List.of(90), groups(0, List.of("p0"), List.of()), 50))
        .isInstanceOf(MetricsException.class)
        .hasMessage("did not receive metrics for targeted pods (pods might be unready)");
  }

  @Test
  void takesAValueForAllPodsTogether() {
    assertThat(ReplicaCalculator.byValue(3, 30_000, 10_000, 3, TENTH).replicas()).isEqualTo(9);
    assertThat(ReplicaCalculator.byValue(0, 25_000, 10_000, 0, TENTH).replicas()).isEqualTo(3);
    assertThat(ReplicaCalculator.byValuePerPod(3, 30_000, 5_000, TENTH))
        .isEqualTo(new ReplicaCalculator.Proposal(6, null, 10_000));
    assertThat(ReplicaCalculator.byValuePerPod(3, 31_000, 10_000, TENTH).replicas()).isEqualTo(3);
  }

  @Property
  void missingMetricsNeverReverseTheDirection(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(max = 300) Integer> values,
      @ForAll @IntRange(max = 4) int missing,
      @ForAll @IntRange(min = 1, max = 150) int target)
      throws MetricsException {
    var names = new TreeSet<String>();
    for (int i = 0; i < missing; i++) {
      names.add("p" + (values.size() + i));
    }
    int current = values.size() + missing;

    var whole = utilization(current, values, groups(values.size(), List.of(), List.of()), target);
    var some =
        utilization(current, values, groups(values.size(), List.of(), List.copyOf(names)), target);

    if (Objects.requireNonNull(whole.utilization()) > target) {
      assertThat(some.replicas()).isGreaterThanOrEqualTo(current);
    } else {
      assertThat(some.replicas()).isLessThanOrEqualTo(current);
    }
  }

  @Test
  void writesQuantitiesAsTheApiDoes() {
    assertThat(Milli.decimal(250)).isEqualTo(new Quantity("250m"));
    assertThat(Milli.decimal(2000).toString()).isEqualTo("2");
    assertThat(Milli.decimal(1500).toString()).isEqualTo("1500m");
    assertThat(Milli.decimal(2_000_000).toString()).isEqualTo("2k");
    assertThat(Milli.decimal(0).toString()).isEqualTo("0");
    assertThat(Milli.binary(5L * 1024 * 1024 * 1000).toString()).isEqualTo("5Mi");
    assertThat(Milli.binary(512_000).toString()).isEqualTo("512");
    assertThat(Milli.binary(2_048_500).toString()).isEqualTo("2048500m");
    assertThat(Milli.of(new Quantity("100Mi"))).isEqualTo(100L * 1024 * 1024 * 1000);
    assertThat(Milli.of(new Quantity("1.0001"))).isEqualTo(1001);
  }

  @Test
  void readsSelectors() {
    assertThat(SelectorText.parse("a=b,c in (d, e),!f,g,h!=i,j>3,k notin (l)").toString())
        .isEqualTo("a=b,c in (d,e),!f,g,h!=i,j>3,k!=l");
    assertThat(SelectorText.parse("app=web")).isEqualTo(LabelSelector.of("app", "web"));
    assertThatThrownBy(() -> SelectorText.parse("a=b=c"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SelectorText.parse(",")).isInstanceOf(IllegalArgumentException.class);
  }
}
