package io.coxswain.kube.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSetOrdinals;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What holds of every plan, whatever state the pods of a set are in. */
class StatefulSetPropertyTest {

  /** A pod of some number in some state; the state is one of {@link #STATES}. */
  record Seen(int ordinal, int state, boolean updated) {}

  private static final List<String> STATES =
      List.of("ready", "pending", "unready", "deleting", "failed");

  /** A set somewhere on its way. */
  record Situation(
      int replicas,
      int start,
      int partition,
      int maxUnavailable,
      boolean parallel,
      List<Seen> pods) {}

  private static List<Seen> withoutEqualOrdinals(List<Seen> pods) {
    var ordinals = new HashSet<Integer>();
    return pods.stream().filter(pod -> ordinals.add(pod.ordinal())).toList();
  }

  @Provide
  Arbitrary<Situation> situations() {
    Arbitrary<Seen> pods =
        Combinators.combine(
                Arbitraries.integers().between(0, 9),
                Arbitraries.of(0, 0, 0, 0, 0, 0, 1, 2, 3, 4),
                Arbitraries.of(true, false))
            .as(Seen::new);
    return Combinators.combine(
            Arbitraries.integers().between(0, 6),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(0, 3),
            Arbitraries.of(true, false),
            pods.list().ofMaxSize(10).map(StatefulSetPropertyTest::withoutEqualOrdinals))
        .as(Situation::new);
  }

  private static StatefulSetFixture fixture(Situation situation) {
    var fixture = StatefulSetFixture.ofReplicas(situation.replicas).partition(situation.partition);
    fixture.severalAtOnce = situation.maxUnavailable > 0;
    fixture.spec(
        s -> {
          var ordinals = new StatefulSetOrdinals();
          ordinals.setStart(situation.start);
          s.setOrdinals(ordinals);
          s.setPodManagementPolicy(situation.parallel ? "Parallel" : "OrderedReady");
          if (situation.maxUnavailable > 0) {
            s.getUpdateStrategy()
                .getRollingUpdate()
                .setMaxUnavailable(new IntOrString(situation.maxUnavailable));
          }
        });
    for (Seen pod : situation.pods) {
      String revision = pod.updated ? "web-new" : "web-old";
      switch (STATES.get(pod.state)) {
        case "ready" -> fixture.ready(pod.ordinal, revision);
        case "pending" -> fixture.pending(pod.ordinal, revision);
        case "unready" -> fixture.pod(pod.ordinal, revision, "Running", false, p -> {});
        case "deleting" -> fixture.deleting(pod.ordinal, revision);
        default -> fixture.pod(pod.ordinal, revision, "Failed", false, p -> {});
      }
    }
    return fixture;
  }

  private static boolean isHealthy(@Nullable Pod pod) {
    return pod != null
        && Pods.phase(pod).equals("Running")
        && Pods.isReady(pod)
        && !Pods.isDeleting(pod);
  }

  private static Map<Integer, Pod> byOrdinal(StatefulSetFixture fixture) {
    var pods = new TreeMap<Integer, Pod>();
    fixture.pods.forEach(p -> pods.put(Ordinals.of(p), p));
    return pods;
  }

  @Property(tries = 2000, seed = "1")
  void neverMakesASecondPodOfAnOrdinal(@ForAll("situations") Situation situation) {
    var fixture = fixture(situation);
    var made = new HashSet<>(byOrdinal(fixture).keySet());
    for (PodAction action : StatefulSetPlan.of(fixture.seen()).actions()) {
      if (action instanceof PodAction.Create(Pod pod)) {
        assertThat(made.add(Ordinals.of(pod))).isTrue();
        assertThat(fixture.seen().ordinals().contains(pod)).isTrue();
      }
    }
  }

  @Property(tries = 2000, seed = "1")
  void anOrderedSetCreatesAPodOnlyIfAllPredecessorsAreHealthy(
      @ForAll("situations") Situation situation) {
    if (situation.parallel) {
      return;
    }
    var fixture = fixture(situation);
    Map<Integer, Pod> present = byOrdinal(fixture);
    for (PodAction action : StatefulSetPlan.of(fixture.seen()).actions()) {
      if (action instanceof PodAction.Create(Pod pod)) {
        for (int before = situation.start; before < Ordinals.of(pod); before++) {
          assertThat(isHealthy(present.get(before))).isTrue();
        }
      }
    }
  }

  @Property(tries = 2000, seed = "1")
  void anOrderedSetDoesOneThingAtATime(@ForAll("situations") Situation situation) {
    if (situation.parallel || situation.maxUnavailable > 1) {
      return;
    }
    var actions = StatefulSetPlan.of(fixture(situation).seen()).actions();
    assertThat(actions.stream().filter(a -> !(a instanceof PodAction.Repair)).count())
        .isLessThanOrEqualTo(1);
  }

  @Property(tries = 2000, seed = "1")
  void anOrderedSetDeletesTheHighestOrdinalFirst(@ForAll("situations") Situation situation) {
    if (situation.parallel) {
      return;
    }
    var fixture = fixture(situation);
    Ordinals ordinals = fixture.seen().ordinals();
    for (PodAction action : StatefulSetPlan.of(fixture.seen()).actions()) {
      if (action instanceof PodAction.Delete(Pod pod) && !ordinals.contains(pod)) {
        assertThat(fixture.pods.stream().filter(p -> !ordinals.contains(p)))
            .allMatch(p -> Ordinals.of(p) <= Ordinals.of(pod));
        assertThat(fixture.pods.stream().filter(ordinals::contains).count())
            .isEqualTo(situation.replicas);
      }
    }
  }

  @Property(tries = 3000, seed = "1")
  void aRollingUpdateKeepsToItsBounds(@ForAll("situations") Situation situation) {
    var fixture = fixture(situation);
    Ordinals ordinals = fixture.seen().ordinals();
    Map<Integer, Pod> present = byOrdinal(fixture);
    var replaced = new HashSet<Integer>();
    for (PodAction action : StatefulSetPlan.of(fixture.seen()).actions()) {
      if (action instanceof PodAction.Replace(Pod pod)) {
        replaced.add(Ordinals.of(pod));
        assertThat(Ordinals.of(pod)).isGreaterThanOrEqualTo(situation.start + situation.partition);
        assertThat(StatefulPodFactory.revision(pod)).isEqualTo("web-old");
      }
    }
    if (replaced.isEmpty()) {
      return;
    }
    if (situation.maxUnavailable == 0) {
      assertThat(replaced).hasSize(1);
      int target = replaced.iterator().next();
      for (int above = target + 1; above < ordinals.end(); above++) {
        Pod pod = present.get(above);
        assertThat(isHealthy(pod)).isTrue();
        assertThat(pod).extracting(StatefulPodFactory::revision).isEqualTo("web-new");
      }
      return;
    }
    int unavailable = 0;
    for (int i = ordinals.start(); i < ordinals.end(); i++) {
      Pod pod = present.get(i);
      unavailable += !isHealthy(pod) || replaced.contains(i) ? 1 : 0;
    }
    assertThat(unavailable).isLessThanOrEqualTo(situation.maxUnavailable);
  }
}
