package io.coxswain.kube.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.kube.deployment.DeploymentPlan.Action;
import io.coxswain.runtime.controller.Outcome;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeploymentPlanTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static <T> T yaml(Class<T> type, String text) {
    try {
      return Json.yamlMapper().readValue(text, type);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Deployment deployment(String strategy, String status, String... lines) {
    return yaml(
        Deployment.class,
        """
        metadata: {name: web, namespace: ns, uid: u, generation: 2}
        spec:
          replicas: 4
          progressDeadlineSeconds: 600
          revisionHistoryLimit: 0
          selector: {matchLabels: {app: web}}
          strategy: %s
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: c, image: "nginx:2"}]}
        """
                .formatted(strategy)
            + String.join("", List.of(lines).stream().map(l -> "  " + l + "\n").toList())
            + "status: "
            + status);
  }

  private static ReplicaSet set(String name, String image, int replicas, int revision) {
    return yaml(
        ReplicaSet.class,
        """
        metadata:
          name: %s
          namespace: ns
          generation: 1
          annotations: {deployment.kubernetes.io/revision: "%d"}
        spec:
          replicas: %d
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: c, image: "%s"}]}
        status: {replicas: 0, observedGeneration: 1}
        """
            .formatted(name, revision, replicas, image));
  }

  private static DeploymentPlan plan(
      Deployment deployment, boolean oldPodsRunning, ReplicaSet... sets) {
    Optional<String> newSet =
        ReplicaSets.findNew(deployment, List.of(sets)).map(set -> set.getMetadata().getName());
    return DeploymentPlan.of(
        new DeploymentObservation(deployment, List.of(sets), newSet, oldPodsRunning, NOW));
  }

  private static final String ROLLING =
      "{type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 1}}";

  @Test
  void createsTheNewSetWithinTheSurgeAndScalesDownTheOldOneInTheSameReconcile() {
    DeploymentPlan plan = plan(deployment(ROLLING, "{}"), false, set("web-1", "nginx:1", 4, 1));

    assertThat(plan.actions().getFirst())
        .isInstanceOfSatisfying(
            Action.CreateReplicaSet.class,
            create -> {
              assertThat(create.set().getSpec().getReplicas()).isEqualTo(1);
              assertThat(DeploymentRevisions.of(create.set())).hasValue(2);
            });
    assertThat(plan.actions())
        .extracting(action -> action.getClass().getSimpleName())
        .containsExactly("CreateReplicaSet", "UpdateStatus", "ScaleReplicaSet", "UpdateStatus");
    assertThat(plan.actions().get(2))
        .isEqualTo(new Action.ScaleReplicaSet("web-1", 4, 3, new Fenceposts(4, 1, 1)));
    assertThat(plan.outcome()).isEqualTo(Outcome.done());
  }

  @Test
  void recreateWaitsForOldPodsBeforeItCreatesTheNewSet() {
    Deployment recreate = deployment("{type: Recreate}", "{}");

    assertThat(plan(recreate, false, set("web-1", "nginx:1", 4, 1)).actions())
        .filteredOn(action -> !(action instanceof Action.UpdateStatus))
        .containsExactly(new Action.ScaleReplicaSet("web-1", 4, 0, new Fenceposts(4, 0, 0)));
    assertThat(plan(recreate, true, set("web-1", "nginx:1", 0, 1)).actions())
        .allMatch(action -> action instanceof Action.UpdateStatus);
    assertThat(plan(recreate, false, set("web-1", "nginx:1", 0, 1)).actions())
        .anyMatch(action -> action instanceof Action.CreateReplicaSet);
  }

  @Test
  void deletesNoSetThatTheSamePlanScalesToZero() {
    Deployment paused = deployment(ROLLING, "{}", "paused: true");
    paused.getSpec().setReplicas(0);

    assertThat(plan(paused, false, set("web-1", "nginx:1", 4, 1)).actions())
        .anyMatch(action -> action instanceof Action.ScaleReplicaSet)
        .noneMatch(action -> action instanceof Action.DeleteReplicaSet);
    assertThat(plan(paused, false, set("web-1", "nginx:1", 0, 1)).actions())
        .contains(new Action.DeleteReplicaSet("web-1"));
  }

  @Test
  void repeatsNoWriteAndWaitsForTheProgressDeadline() {
    ReplicaSet current = set("web-2", "nginx:2", 4, 1);
    DeploymentRevisions.noteSizes(current, new Fenceposts(4, 1, 1));
    Deployment deployment = deployment(ROLLING, "{}");
    DeploymentPlan first = plan(deployment, false, current);
    for (Action action : first.actions()) {
      if (action instanceof Action.UpdateStatus(var status, var revision)) {
        deployment.setStatus(status);
        if (revision != null) {
          DeploymentRevisions.set(deployment, revision);
        }
      }
    }

    DeploymentPlan second = plan(deployment, false, current);

    assertThat(first.actions()).isNotEmpty();
    assertThat(second.actions()).isEmpty();
    assertThat(second.outcome()).isEqualTo(Outcome.after(Duration.ofSeconds(601)));
  }
}
