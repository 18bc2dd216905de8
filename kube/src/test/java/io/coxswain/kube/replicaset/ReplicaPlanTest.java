package io.coxswain.kube.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReplicaPlanTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static Pod pod(String name, String node) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid(name)
        .withCreationTimestamp("2025-12-31T00:00:00Z")
        .endMetadata()
        .withNewSpec()
        .withNodeName(node)
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .endStatus()
        .build();
  }

  private static List<Pod> pods(int count) {
    return IntStream.range(0, count).mapToObj(i -> pod("p" + i, "n")).toList();
  }

  private static ReplicaPlan plan(int wanted, List<Pod> active) {
    return ReplicaPlan.of(wanted, active, pod -> 0, NOW);
  }

  @Test
  void createsWhatIsMissing() {
    assertThat(plan(2, pods(2))).isEqualTo(new ReplicaPlan.Keep());
    assertThat(plan(3, pods(1))).isEqualTo(new ReplicaPlan.Create(2));
    assertThat(plan(501, pods(0))).isEqualTo(new ReplicaPlan.Create(500));
  }

  @Test
  void deletesAllWithoutRankingThem() {
    List<Pod> active = pods(2);

    assertThat(
            ReplicaPlan.of(
                0,
                active,
                pod -> {
                  throw new AssertionError("neighbours are not needed");
                },
                NOW))
        .isEqualTo(new ReplicaPlan.Delete(active));
  }

  @Test
  void deletesThePodThatIsLeastForward() {
    Pod unassigned = pod("waiting", "");

    assertThat(plan(1, List.of(pod("p", "n"), unassigned)))
        .isEqualTo(new ReplicaPlan.Delete(List.of(unassigned)));
  }

  @Test
  void deletesAtMost500() {
    assertThat(plan(1, pods(502)))
        .isInstanceOfSatisfying(
            ReplicaPlan.Delete.class, delete -> assertThat(delete.pods()).hasSize(500));
  }
}
