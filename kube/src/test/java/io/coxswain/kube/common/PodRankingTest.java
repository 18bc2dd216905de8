package io.coxswain.kube.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PodRankingTest {
  private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");

  private static PodBuilder pod(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withUid(name)
        .withCreationTimestamp("2026-01-01T00:00:00Z")
        .endMetadata()
        .withNewSpec()
        .withNodeName("n1")
        .endSpec()
        .withNewStatus()
        .withPhase("Running")
        .endStatus();
  }

  private static PodBuilder ready(String name, String since) {
    return pod(name)
        .editStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .withLastTransitionTime(since)
        .endCondition()
        .endStatus();
  }

  private static List<String> worst(int count, Pod... pods) {
    return PodRanking.worst(List.of(pods), count, pod -> 0, NOW).stream()
        .map(p -> p.getMetadata().getName())
        .toList();
  }

  @Test
  void removesTheLeastAdvancedPodsFirst() {
    Pod unassigned = pod("unassigned").editSpec().withNodeName("").endSpec().build();
    Pod pending = pod("pending").editStatus().withPhase("Pending").endStatus().build();
    Pod unknown = pod("unknown").editStatus().withPhase("Unknown").endStatus().build();
    Pod running = pod("running").build();
    Pod ready = ready("ready", "2026-01-01T00:30:00Z").build();

    assertThat(worst(5, ready, running, unknown, pending, unassigned))
        .containsExactly("unassigned", "pending", "unknown", "running", "ready");
  }

  @Test
  void ranksByDeletionCostBeforeNeighboursAndAge() {
    Pod cheap =
        ready("cheap", "2026-01-01T00:00:01Z")
            .editMetadata()
            .withAnnotations(Map.of("controller.kubernetes.io/pod-deletion-cost", "-10"))
            .endMetadata()
            .build();
    Pod odd =
        ready("odd", "2026-01-01T00:59:00Z")
            .editMetadata()
            .withAnnotations(Map.of("controller.kubernetes.io/pod-deletion-cost", "+99"))
            .endMetadata()
            .build();

    assertThat(PodRanking.worst(List.of(odd, cheap), 2, p -> 0, NOW).getFirst()).isEqualTo(cheap);
    assertThat(PodRanking.deletionCost(odd)).isZero();
  }

  @Test
  void prefersNodesWithManyRelatedPods() {
    Pod crowded = ready("crowded", "2026-01-01T00:00:01Z").build();
    Pod alone =
        ready("alone", "2026-01-01T00:59:00Z").editSpec().withNodeName("n2").endSpec().build();

    assertThat(
            PodRanking.worst(
                List.of(alone, crowded), 1, p -> Pods.node(p).equals("n1") ? 3 : 1, NOW))
        .containsExactly(crowded);
  }

  @Test
  void comparesAgesByMagnitudeAndThenByUid() {
    assertThat(
            worst(
                3,
                ready("z-old", "2026-01-01T00:00:00Z").build(),
                ready("a-young", "2026-01-01T00:59:58Z").build(),
                ready("b-old", "2026-01-01T00:00:10Z").build()))
        .containsExactly("a-young", "b-old", "z-old");
  }

  @Property(tries = 50)
  void choosesTheSameWhateverTheOrder(
      @ForAll @IntRange(min = 40, max = 80) int count, @ForAll long shuffle) {
    var pods = new ArrayList<Pod>();
    for (int i = 0; i < count; i++) {
      pods.add(ready("p%03d".formatted(i), "2026-01-01T00:%02d:00Z".formatted(i * 7 % 60)).build());
    }
    var mixed = new ArrayList<>(pods);
    Collections.shuffle(mixed, new Random(shuffle));

    assertThat(PodRanking.worst(mixed, count / 2, p -> 0, NOW))
        .isEqualTo(PodRanking.worst(pods, count / 2, p -> 0, NOW));
  }

  @Test
  void readsNumbersAndPercentages() {
    assertThat(IntOrPercent.roundedUp(new IntOrString("25%"), 10)).isEqualTo(3);
    assertThat(IntOrPercent.roundedDown(new IntOrString("25%"), 10)).isEqualTo(2);
    assertThat(IntOrPercent.roundedUp(new IntOrString(7), 10)).isEqualTo(7);
    assertThatThrownBy(() -> IntOrPercent.roundedUp(new IntOrString("many"), 10))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void hashesAsSpecified() {
    assertThat(Hashes.fnv1a("foobar".getBytes(StandardCharsets.UTF_8))).isEqualTo(0xbf9cf968);
    assertThat(Hashes.fnv1("foobar".getBytes(StandardCharsets.UTF_8))).isEqualTo(0x31f0b262);
    assertThat(Hashes.encode("0123456789")).isEqualTo("456789bcdf");
  }

  @Test
  void comparesTemplatesIgnoringTheHash() {
    PodTemplateSpec one = template("nginx", Map.of("app", "web"));
    PodTemplateSpec labelled = template("nginx", Map.of("app", "web", "pod-template-hash", "x"));
    PodTemplateSpec other = template("httpd", Map.of("app", "web"));

    assertThat(PodTemplates.same(one, labelled)).isTrue();
    assertThat(PodTemplates.same(one, other)).isFalse();
    assertThat(PodTemplates.hash(one, null)).isEqualTo(PodTemplates.hash(one, null));
    assertThat(PodTemplates.hash(one, null)).isNotEqualTo(PodTemplates.hash(other, null));
    assertThat(PodTemplates.hash(one, 1)).isNotEqualTo(PodTemplates.hash(one, null));
  }

  private static PodTemplateSpec template(String image, Map<String, String> labels) {
    return new PodTemplateSpecBuilder()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage(image)
        .endContainer()
        .endSpec()
        .build();
  }
}
