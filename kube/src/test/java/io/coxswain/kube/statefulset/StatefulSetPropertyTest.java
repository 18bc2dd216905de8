package io.coxswain.kube.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSetOrdinals;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** What holds of every plan, whatever state the pods of a set are in. */
class StatefulSetPropertyTest {

  /** A pod of some number in some state; the state is one of {@link #STATES}. */
  record Seen(int ordinal, int state, boolean updated) {}

  private static final List<String> STATES =
      List.of("ready", "pending", "unready", "deleting", "failed");

  /** A set somewhere on its way. */
  record Story(
      int replicas,
      int start,
      int partition,
      int maxUnavailable,
      boolean parallel,
      List<Seen> pods) {}

  @Provide
  Arbitrary<Story> stories() {
    Arbitrary<Seen> pods =
        Combinators.combine(
                Arbitraries.integers().between(0, 9),
                Arbitraries.frequency(
                    Tuple.of(6, 0), Tuple.of(1, 1), Tuple.of(1, 2), Tuple.of(1, 3), Tuple.of(1, 4)),
                Arbitraries.of(true, false))
            .as(Seen::new);
    return Combinators.combine(
            Arbitraries.integers().between(0, 6),
            Arbitraries.integers().between(0, 2),
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(0, 3),
            Arbitraries.of(true, false),
            pods.list().ofMaxSize(10).uniqueElements(Seen::ordinal))
        .as(Story::new);
  }

  private static StatefulSetFixture fixture(Story story) {
    var fixture = StatefulSetFixture.ofReplicas(story.replicas).partition(story.partition);
    fixture.severalAtOnce = story.maxUnavailable > 0;
    fixture.spec(
        s -> {
          var ordinals = new StatefulSetOrdinals();
          ordinals.setStart(story.start);
          s.setOrdinals(ordinals);
          s.setPodManagementPolicy(story.parallel ? "Parallel" : "OrderedReady");
          if (story.maxUnavailable > 0) {
            s.getUpdateStrategy()
                .getRollingUpdate()
                .setMaxUnavailable(new IntOrString(story.maxUnavailable));
          }
        });
    for (Seen pod : story.pods) {
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

  @Property(tries = 2000, seed = "1", edgeCases = EdgeCasesMode.NONE)
  void neverMakesASecondPodOfAnOrdinal(@ForAll("stories") Story story) {
    var fixture = fixture(story);
    var made = new HashSet<>(byOrdinal(fixture).keySet());
    for (PodAction action : StatefulSetPlan.of(fixture.seen()).actions()) {
      if (action instanceof PodAction.Create(Pod pod)) {
        assertThat(made.add(Ordinals.of(pod))).isTrue();
        assertThat(fixture.seen().ordinals().contains(pod)).isTrue();
      }
    }
  }

  @Property(tries = 2000, seed = "1", edgeCases = EdgeCasesMode.NONE)
  void anOrderedSetMakesAPodOnlyWhenAllBeforeItAreWell(@ForAll("stories") Story story) {
    if (story.parallel) {
      return;
    }
    var fixture = fixture(story);
    Map<Integer, Pod> present = byOrdinal(fixture);
    for (PodAction action : StatefulSetPlan.of(fixture.seen()).actions()) {
      if (action instanceof PodAction.Create(Pod pod)) {
        for (int before = story.start; before < Ordinals.of(pod); before++) {
          assertThat(isHealthy(present.get(before))).isTrue();
        }
      }
    }
  }

  @Property(tries = 2000, seed = "1", edgeCases = EdgeCasesMode.NONE)
  void anOrderedSetDoesOneThingAtATime(@ForAll("stories") Story story) {
    if (story.parallel || story.maxUnavailable > 1) {
      return;
    }
    var actions = StatefulSetPlan.of(fixture(story).seen()).actions();
    assertThat(actions.stream().filter(a -> !(a instanceof PodAction.Repair)).count())
        .isLessThanOrEqualTo(1);
  }

  @Property(tries = 2000, seed = "1", edgeCases = EdgeCasesMode.NONE)
  void anOrderedSetTakesTheHighestNumberAwayFirst(@ForAll("stories") Story story) {
    if (story.parallel) {
      return;
    }
    var fixture = fixture(story);
    Ordinals ordinals = fixture.seen().ordinals();
    for (PodAction action : StatefulSetPlan.of(fixture.seen()).actions()) {
      if (action instanceof PodAction.Delete(Pod pod) && !ordinals.contains(pod)) {
        assertThat(fixture.pods.stream().filter(p -> !ordinals.contains(p)))
            .allMatch(p -> Ordinals.of(p) <= Ordinals.of(pod));
        assertThat(fixture.pods.stream().filter(ordinals::contains).count())
            .isEqualTo(story.replicas);
      }
    }
  }

  @Property(tries = 3000, seed = "1", edgeCases = EdgeCasesMode.NONE)
  void aRollingUpdateKeepsToItsBounds(@ForAll("stories") Story story) {
    var fixture = fixture(story);
    Ordinals ordinals = fixture.seen().ordinals();
    Map<Integer, Pod> present = byOrdinal(fixture);
    var replaced = new HashSet<Integer>();
    for (PodAction action : StatefulSetPlan.of(fixture.seen()).actions()) {
      if (action instanceof PodAction.Replace(Pod pod)) {
        replaced.add(Ordinals.of(pod));
        assertThat(Ordinals.of(pod)).isGreaterThanOrEqualTo(story.start + story.partition);
        assertThat(StatefulPodFactory.revision(pod)).isEqualTo("web-old");
      }
    }
    if (replaced.isEmpty()) {
      return;
    }
    if (story.maxUnavailable == 0) {
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
    assertThat(unavailable).isLessThanOrEqualTo(story.maxUnavailable);
  }
}
