package io.coxswain.kube.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplicaStatusTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");

  private final ReplicaSet set =
      new ReplicaSetBuilder()
          .withNewMetadata()
          .withName("s")
          .withGeneration(7L)
          .endMetadata()
          .withNewSpec()
          .withReplicas(2)
          .withMinReadySeconds(30)
          .withNewTemplate()
          .withNewMetadata()
          .withLabels(Map.of("app", "a"))
          .endMetadata()
          .endTemplate()
          .endSpec()
          .build();

  private static Pod pod(Map<String, String> labels, @Nullable String readySince) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("p")
        .withLabels(labels)
        .endMetadata()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus(readySince == null ? "False" : "True")
        .withLastTransitionTime(readySince)
        .endCondition()
        .endStatus()
        .build();
  }

  private ReplicaSetStatus status(List<Pod> pods, @Nullable String failure) {
    return ReplicaStatus.of(set, pods, null, failure, NOW);
  }

  @Test
  void countsPodsByStateAndOmitsZero() {
    List<Pod> pods =
        List.of(
            pod(Map.of("app", "a"), "2026-01-01T00:00:30Z"),
            pod(Map.of("app", "b"), "2026-01-01T00:00:31Z"),
            pod(Map.of("app", "b"), null));

    ReplicaSetStatus status = ReplicaStatus.of(set, pods, 4, null, NOW);

    assertThat(status.getReplicas()).isEqualTo(3);
    assertThat(status.getFullyLabeledReplicas()).isEqualTo(1);
    assertThat(status.getReadyReplicas()).isEqualTo(2);
    assertThat(status.getAvailableReplicas()).isEqualTo(1);
    assertThat(status.getTerminatingReplicas()).isEqualTo(4);
    assertThat(status.getObservedGeneration()).isEqualTo(7);
    assertThat(status.getConditions()).isEmpty();
    assertThat(status(List.of(), null).getReadyReplicas()).isNull();
  }

  @Test
  void keepsWhatOthersWroteWithoutChangingTheObservedObject() {
    var other = new ReplicaSetCondition();
    other.setType("Other");
    var before = new ReplicaSetStatus();
    before.setReplicas(9);
    before.setConditions(List.of(other));
    set.setStatus(Json.copy(before));

    ReplicaSetStatus status = status(List.of(), "quota");

    assertThat(status.getConditions())
        .extracting(ReplicaSetCondition::getType)
        .containsExactly("Other", "ReplicaFailure");
    assertThat(set.getStatus()).isEqualTo(before);
  }

  @Test
  void aFailureIsReportedOnceAndRemovedAfterwards() {
    set.setStatus(status(List.of(), "quota"));
    ReplicaSetCondition condition = set.getStatus().getConditions().getFirst();

    assertThat(condition.getStatus()).isEqualTo("True");
    assertThat(condition.getReason()).isEqualTo("FailedCreate");
    assertThat(condition.getMessage()).isEqualTo("quota");
    assertThat(condition.getLastTransitionTime()).isEqualTo("2026-01-01T00:01:00Z");
    assertThat(status(List.of(), "another").getConditions()).containsExactly(condition);
    assertThat(status(List.of(), null).getConditions()).isEmpty();
  }

  @Test
  void theReasonTellsWhetherPodsWereMissing() {
    List<Pod> two = List.of(pod(Map.of(), null), pod(Map.of(), null));

    assertThat(status(two, "x").getConditions().getFirst().getReason()).isEqualTo("FailedDelete");
    set.getSpec().setReplicas(null);
    assertThat(status(two.subList(0, 1), "x").getConditions().getFirst().getReason())
        .isEqualTo("FailedDelete");
    assertThat(status(List.of(), "x").getConditions().getFirst().getReason())
        .isEqualTo("FailedCreate");
  }
}
