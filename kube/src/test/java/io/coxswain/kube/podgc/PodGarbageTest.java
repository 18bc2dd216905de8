package io.coxswain.kube.podgc;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodGarbageTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static Pod pod(String name, String phase, String reason, int secondsOld) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withCreationTimestamp(START.minusSeconds(secondsOld).toString())
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .withReason(reason)
        .endStatus()
        .build();
  }

  private static List<String> names(List<Pod> pods) {
    return pods.stream().map(p -> p.getMetadata().getName()).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "Pending, false",
    "Running, false",
    "Unknown, false",
    "Succeeded, true",
    "Failed, true",
    "Bogus, true",
    "'', true"
  })
  void treatsAllPhasesExceptActiveOnesAsTerminated(String phase, boolean ended) {
    assertThat(PodGarbage.isEnded(pod("p", phase, "", 0))).isEqualTo(ended);
  }

  @Test
  void evictedPodsGoFirstThenTheOldest() {
    var pods =
        List.of(
            pod("young", "Succeeded", "", 1),
            pod("old", "Failed", "", 100),
            pod("evicted", "Failed", "Evicted", 2),
            pod("older", "Succeeded", "", 200));

    assertThat(names(PodGarbage.tooMany(pods, 1))).containsExactly("evicted", "older", "old");
    assertThat(PodGarbage.tooMany(pods, 4)).isEmpty();
  }

  /** A pod by phase, eviction and age. */
  record Ended(boolean evicted, int age) {}

  @Provide
  Arbitrary<List<Ended>> ended() {
    return Combinators.combine(Arbitraries.of(true, false), Arbitraries.integers().between(0, 50))
        .as(Ended::new)
        .list()
        .ofMaxSize(30);
  }

  @Property(tries = 500, seed = "1")
  void deletesExactlyThePodsBeyondTheThresholdOldestFirst(
      @ForAll("ended") List<Ended> ended, @ForAll @IntRange(min = 1, max = 20) int threshold) {
    var pods = new ArrayList<Pod>();
    for (Ended e : ended) {
      pods.add(pod("p" + pods.size(), "Failed", e.evicted ? "Evicted" : "", e.age));
    }
    List<Pod> gone = PodGarbage.tooMany(pods, threshold);

    assertThat(gone).hasSize(Math.max(0, ended.size() - threshold));
    for (Pod stays : pods) {
      if (!gone.contains(stays)) {
        assertThat(gone).allMatch(goes -> worth(goes) <= worth(stays));
      }
    }
  }

  private static long worth(Pod pod) {
    long created = Instant.parse(pod.getMetadata().getCreationTimestamp()).getEpochSecond();
    return "Evicted".equals(pod.getStatus().getReason()) ? created - 1_000_000 : created;
  }

  private static Node node(boolean ready, String taint) {
    return new NodeBuilder()
        .withNewSpec()
        .addNewTaint()
        .withKey(taint)
        .withEffect("NoExecute")
        .endTaint()
        .endSpec()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus(ready ? "True" : "Unknown")
        .endCondition()
        .endStatus()
        .build();
  }

  @Test
  void aDeletedPodIsStuckWithoutANodeOrOnOneOutOfService() {
    Pod unbound = pod("unbound", "Pending", "", 0);
    Pod bound = pod("bound", "Running", "", 0);
    bound.getSpec().setNodeName("n");
    List<Pod> both = List.of(unbound, bound);
    String outOfService = "node.kubernetes.io/out-of-service";

    assertThat(names(PodGarbage.stuck(both, n -> Optional.of(node(false, outOfService)))))
        .containsExactlyInAnyOrder("unbound", "bound");
    assertThat(names(PodGarbage.stuck(both, n -> Optional.of(node(true, outOfService)))))
        .containsExactly("unbound");
    assertThat(names(PodGarbage.stuck(both, n -> Optional.of(node(false, "other")))))
        .containsExactly("unbound");
    assertThat(names(PodGarbage.stuck(both, n -> Optional.empty()))).containsExactly("unbound");
  }

  @Test
  void anUnknownNodeIsGivenUpAfterFortySeconds() {
    var quarantine = new Quarantine();
    quarantine.enter(List.of("n"), START);
    quarantine.enter(List.of("n"), START.plusSeconds(20));

    assertThat(quarantine.leave(START.plusSeconds(39))).isEmpty();
    assertThat(quarantine.leave(START.plus(Duration.ofSeconds(40)))).containsExactly("n");
    assertThat(quarantine.leave(START.plusSeconds(41))).isEmpty();
  }
}
