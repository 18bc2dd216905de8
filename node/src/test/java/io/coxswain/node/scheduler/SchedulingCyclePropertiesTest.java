package io.coxswain.node.scheduler;

import static io.coxswain.node.scheduler.Fixtures.facts;
import static io.coxswain.node.scheduler.Fixtures.node;
import static io.coxswain.node.scheduler.Fixtures.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What holds of every round, whatever waits. */
class SchedulingCyclePropertiesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  /**
   * A pod of a situation.
   *
   * @param gang 0 for none
   */
  record Wanted(int cpuMillis, int priority, int gang) {}

  @Provide
  Arbitrary<List<Wanted>> pods() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 3000),
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(0, 4))
        .as(Wanted::new)
        .list()
        .ofMaxSize(40);
  }

  /** Gangs of a size of their own; no volumes, no budgets. */
  private record Plain(Map<String, Integer> sizes) implements SchedulingContext {
    @Override
    public VolumeConstraints volumes(PodFacts pod) {
      return VolumeConstraints.NONE;
    }

    @Override
    public int least(Gang gang) {
      return sizes.getOrDefault(gang.name(), 1);
    }

    @Override
    public Predicate<PodFacts> guarded() {
      return pod -> false;
    }
  }

  @Property(tries = 300)
  void neverOvercommitsANode(
      @ForAll("pods") List<Wanted> wanted, @ForAll @IntRange(min = 1, max = 5) int nodes)
      throws Exception {
    Situation situation = schedule(wanted, nodes, Map.of());

    for (Host host : situation.view.hosts()) {
      assertThat(host.used().cpuMillis()).isLessThanOrEqualTo(host.allocatable().cpuMillis());
      assertThat(host.pods().size()).isLessThanOrEqualTo((int) host.allocatable().pods());
    }
    assertThat(situation.verdicts.binds().size() + situation.left()).isEqualTo(wanted.size());
  }

  @Property(tries = 300)
  void schedulesAGangCompletelyOrNotAtAll(
      @ForAll("pods") List<Wanted> wanted,
      @ForAll @IntRange(min = 1, max = 5) int nodes,
      @ForAll @IntRange(min = 1, max = 6) int least)
      throws Exception {
    var sizes = new TreeMap<String, Integer>();
    for (int gang = 1; gang <= 4; gang++) {
      sizes.put("g" + gang, least + gang);
    }

    Situation situation = schedule(wanted, nodes, sizes);

    sizes.forEach(
        (gang, size) -> {
          long started =
              situation.verdicts.binds().stream()
                  .filter(b -> b.pod().gang().name().equals(gang))
                  .count();
          assertThat(started == 0 || started >= size).isTrue();
        });
    // Nothing is held by those that wait.
    assertThat(situation.view.pods()).hasSize(situation.verdicts.binds().size());
  }

  @Property(tries = 300)
  void neverPreemptsAPodForOneOfLowerPriority(
      @ForAll("pods") List<Wanted> wanted, @ForAll @IntRange(min = 1, max = 3) int nodes)
      throws Exception {
    Situation situation =
        schedule(wanted.stream().map(w -> new Wanted(w.cpuMillis, 0, 0)).toList(), nodes, Map.of());
    var important = facts(pod("vip", "3", "priority: 2"));
    situation.pending.put(important);

    SchedulingDecisions verdicts =
        new SchedulingCycle(
                new Plain(Map.of()), situation.view, situation.pending, NOW.plusSeconds(60))
            .decide();

    for (SchedulingDecisions.Preempt preempt : verdicts.preemptions()) {
      assertThat(preempt.how().victims())
          .allSatisfy(v -> assertThat(v.shape().priority()).isLessThan(2));
      Host host = Objects.requireNonNull(situation.view.host(preempt.how().node()));
      long freed =
          preempt.how().victims().stream().mapToLong(v -> v.shape().requests().cpuMillis()).sum();
      assertThat(host.used().cpuMillis() - freed + 3000)
          .isLessThanOrEqualTo(host.allocatable().cpuMillis());
    }
  }

  private record Situation(ClusterView view, Pending pending, SchedulingDecisions verdicts) {
    int left() {
      return pending.all().size();
    }
  }

  private static Situation schedule(List<Wanted> wanted, int nodes, Map<String, Integer> sizes)
      throws Exception {
    var all = new ArrayList<Node>();
    for (int i = 0; i < nodes; i++) {
      all.add(node("n" + i, ""));
    }
    ClusterView view = Fixtures.view(all);
    var pending = new Pending();
    for (int i = 0; i < wanted.size(); i++) {
      Wanted one = wanted.get(i);
      Pod pod = pod("p" + i, one.cpuMillis + "m", "priority: " + one.priority);
      if (one.gang > 0 && !sizes.isEmpty()) {
        pod.getMetadata().setLabels(Map.of("scheduling.x-k8s.io/pod-group", "g" + one.gang));
      }
      pending.put(facts(pod));
    }
    SchedulingDecisions verdicts =
        new SchedulingCycle(new Plain(sizes), view, pending, NOW).decide();
    return new Situation(view, pending, verdicts);
  }
}
