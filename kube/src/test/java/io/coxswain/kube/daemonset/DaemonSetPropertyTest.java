package io.coxswain.kube.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What holds of every plan, whatever is on the nodes. */
class DaemonSetPropertyTest {
  private static final List<String> STATES =
      List.of("available", "available", "available", "unavailable", "deleting", "failed");

  /** A pod on some node in some state. */
  record Seen(int node, int state, boolean updated) {}

  /**
   * A set somewhere on its way.
   *
   * @param surges with {@code limit} extra pods, else with so many unavailable
   */
  record Situation(int nodes, int limit, boolean surges, List<Seen> pods) {}

  @Provide
  Arbitrary<Situation> situations() {
    Arbitrary<Seen> pods =
        Combinators.combine(
                Arbitraries.integers().between(0, 7),
                Arbitraries.integers().between(0, STATES.size() - 1),
                Arbitraries.of(true, false))
            .as(Seen::new);
    return Combinators.combine(
            Arbitraries.integers().between(0, 8),
            Arbitraries.integers().between(1, 4),
            Arbitraries.of(true, false),
            pods.list().ofMaxSize(12))
        .as(Situation::new);
  }

  /** The same, with one pod on each node at most, as it is once all have what they need. */
  @Provide
  Arbitrary<Situation> settled() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 4),
            Arbitraries.of(true, false),
            Arbitraries.integers().between(0, 3).list().ofMinSize(1).ofMaxSize(10))
        .as(
            (limit, surges, states) -> {
              var pods = new ArrayList<Seen>();
              for (int i = 0; i < states.size(); i++) {
                pods.add(new Seen(i, states.get(i) / 2 * 3, states.get(i) % 2 == 0));
              }
              return new Situation(states.size(), limit, surges, pods);
            });
  }

  private static DaemonSetFixture fixture(Situation situation) {
    var fixture =
        DaemonSetFixture.onNodes(situation.nodes)
            .rolling(
                situation.surges ? situation.limit : 0, situation.surges ? 0 : situation.limit);
    for (Seen pod : situation.pods) {
      String node = "n" + pod.node;
      switch (STATES.get(pod.state)) {
        case "available" -> fixture.available(node, pod.updated);
        case "unavailable" -> fixture.unavailable(node, pod.updated);
        case "deleting" ->
            fixture.pod(node, pod.updated, "Running", true, DaemonSetFixture.deleting());
        default -> fixture.pod(node, pod.updated, "Failed", false, p -> {});
      }
    }
    return fixture;
  }

  private static boolean isAvailable(Pod pod) {
    return Pods.isReady(pod) && !Pods.isDeleting(pod);
  }

  @Property(tries = 2000, seed = "1")
  void neverMakesASecondPodOnANodeUnlessItSurges(@ForAll("situations") Situation situation) {
    var fixture = fixture(situation);
    DaemonSetPlan plan = fixture.plan();

    assertThat(new HashSet<>(plan.create())).hasSameSizeAs(plan.create());
    for (String node : plan.create()) {
      List<Pod> lasting =
          fixture.pods.stream()
              .filter(p -> Pods.node(p).equals(node))
              .filter(p -> Pods.isActive(p) || (!situation.surges && !Pods.isTerminal(p)))
              .toList();
      if (situation.surges) {
        assertThat(lasting).hasSizeLessThanOrEqualTo(1);
        assertThat(lasting).noneMatch(fixture.seen()::isUpdated);
      } else {
        assertThat(lasting).isEmpty();
      }
    }
  }

  @Property(tries = 2000, seed = "1")
  void neverDeletesTwiceNorAnythingOfAnotherNode(@ForAll("situations") Situation situation) {
    var fixture = fixture(situation);
    List<String> deleted = fixture.deleted();

    assertThat(new HashSet<>(deleted)).hasSameSizeAs(deleted);
    assertThat(fixture.plan().delete()).noneMatch(Pods::isDeleting);
  }

  @Property(tries = 3000, seed = "1")
  void aRollingUpdateRespectsMaxUnavailable(@ForAll("settled") Situation situation) {
    var fixture = fixture(situation);
    Set<String> deleted = Set.copyOf(fixture.deleted());
    long before = fixture.pods.stream().filter(DaemonSetPropertyTest::isAvailable).count();
    long after =
        fixture.pods.stream()
            .filter(DaemonSetPropertyTest::isAvailable)
            .filter(p -> !deleted.contains(p.getMetadata().getName()))
            .count();
    int least = situation.surges ? situation.nodes : situation.nodes - situation.limit;

    assertThat(after)
        .as("available pods, of %s before", before)
        .isGreaterThanOrEqualTo(Math.min(before, least));
    assertThat(
            fixture.pods.stream()
                .filter(p -> deleted.contains(p.getMetadata().getName()))
                .filter(fixture.seen()::isUpdated))
        .as("updated pods stay")
        .isEmpty();
  }

  @Property(tries = 3000, seed = "1")
  void aRollingUpdateRespectsMaxSurge(@ForAll("settled") Situation situation) {
    var fixture = fixture(situation);
    List<String> beside =
        fixture.plan().create().stream()
            .filter(
                node ->
                    fixture.pods.stream()
                        .anyMatch(p -> Pods.node(p).equals(node) && isAvailable(p)))
            .toList();

    assertThat(beside).hasSizeLessThanOrEqualTo(situation.surges ? situation.limit : 0);
  }
}
