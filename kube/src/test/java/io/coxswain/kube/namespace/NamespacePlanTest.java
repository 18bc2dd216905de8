package io.coxswain.kube.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamespacePlanTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private final NamespaceFindings found = new NamespaceFindings();

  private static List<String> says(List<NamespaceCondition> conditions) {
    return conditions.stream().map(c -> c.getType() + " " + c.getReason()).toList();
  }

  @Test
  void finalizesAnEmptyNamespace() {
    assertThat(NamespacePlan.of("ns", found)).isEqualTo(new NamespacePlan.LetGo());

    assertThat(says(NamespaceStatus.conditions(List.of(), found, NOW)))
        .containsExactly(
            "NamespaceDeletionDiscoveryFailure ResourcesDiscovered",
            "NamespaceDeletionGroupVersionParsingFailure ParsedGroupVersions",
            "NamespaceDeletionContentFailure ContentDeleted",
            "NamespaceContentRemaining ContentRemoved",
            "NamespaceFinalizersRemaining ContentHasNoFinalizers");
  }

  @Test
  void waitsHalfTheTimeThatPodsMayTake() {
    found.remain(ResourceType.of(Pod.class), List.of(List.of()));
    found.mayTake(Duration.ofSeconds(30));

    assertThat(NamespacePlan.of("ns", found))
        .isEqualTo(new NamespacePlan.SweepAfter(Duration.ofSeconds(16)));
  }

  @Test
  void waitsForFinalizersOfOthers() {
    found.remain(ResourceType.of(ConfigMap.class), List.of(List.of("example.com/hold")));

    assertThat(NamespacePlan.of("ns", found))
        .isEqualTo(new NamespacePlan.SweepAfter(Duration.ofMillis(8500)));
  }

  @Test
  void triesAgainWhenSomethingStaysWithoutAReason() {
    found.remain(ResourceType.of(ConfigMap.class), List.of(List.of()));

    assertThat(NamespacePlan.of("ns", found)).isInstanceOf(NamespacePlan.SweepRemaining.class);
  }

  @Test
  void reportsRemainingObjectsAndTheirFinalizers() {
    found.remain(
        ResourceType.of(ConfigMap.class), List.of(List.of("b/hold", "a/hold"), List.of("a/hold")));
    found.remain(ResourceType.of(Job.class), List.of(List.of()));

    var conditions = NamespaceStatus.conditions(List.of(), found, NOW);

    assertThat(conditions.get(3).getMessage())
        .isEqualTo(
            "Some resources are remaining: configmaps. has 2 resource instances, jobs.batch has 1"
                + " resource instances");
    assertThat(conditions.get(4).getMessage())
        .isEqualTo(
            "Some content in the namespace has finalizers remaining: a/hold in 2 resource"
                + " instances, b/hold in 1 resource instances");
  }

  @Test
  void movesATimeOnlyWithItsStatus() {
    var before = NamespaceStatus.conditions(List.of(), found, NOW);
    found.remain(ResourceType.of(ConfigMap.class), List.of(List.of()));

    var after = NamespaceStatus.conditions(before, found, NOW.plusSeconds(60));

    assertThat(after)
        .extracting(NamespaceCondition::getLastTransitionTime)
        .containsExactly(
            "2026-01-01T00:00:00Z",
            "2026-01-01T00:00:00Z",
            "2026-01-01T00:00:00Z",
            "2026-01-01T00:01:00Z",
            "2026-01-01T00:00:00Z");
  }
}
