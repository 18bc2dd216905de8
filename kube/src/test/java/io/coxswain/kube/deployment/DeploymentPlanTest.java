package io.coxswain.kube.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.Json;
import io.coxswain.kube.deployment.DeploymentPlan.Action;
import io.coxswain.runtime.controller.Outcome;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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

  private static List<Action> changes(DeploymentPlan plan) {
    return plan.actions().stream().filter(a -> !(a instanceof Action.UpdateStatus)).toList();
  }

  private static ReplicaSet sized(
      String name, String image, int replicas, int revision, Fenceposts bounds) {
    ReplicaSet set = set(name, image, replicas, revision);
    DeploymentRevisions.noteSizes(set, bounds);
    return set;
  }

  private static Deployment rollback(String revision) {
    Deployment deployment = deployment(ROLLING, "{}");
    deployment.getMetadata().setAnnotations(Map.of("deprecated.deployment.rollback.to", revision));
    return deployment;
  }

  @Test
  void aDeploymentThatIsDeletedOnlyReportsItsStatus() {
    Deployment deployment = deployment(ROLLING, "{}");
    deployment.getMetadata().setDeletionTimestamp(NOW.toString());

    DeploymentPlan plan = plan(deployment, false, set("web-1", "nginx:1", 4, 1));

    assertThat(plan.actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.UpdateStatus.class,
            update -> assertThat(update.status().getObservedGeneration()).isEqualTo(2));
    assertThat(plan.outcome()).isEqualTo(Outcome.done());
  }

  @Test
  void rollsBackToTheRevisionThatIsNamedOrTheOneBefore() {
    ReplicaSet first = set("web-1", "nginx:1", 0, 1);
    ReplicaSet second = set("web-2", "nginx:3", 0, 2);

    assertThat(changes(plan(rollback("1"), false, first, second)))
        .hasSize(2)
        .contains(new Action.RollBack(first, 1));
    assertThat(changes(plan(rollback("0"), false, first, second)))
        .contains(new Action.RollBack(second, 2));
  }

  @Test
  void rejectsARollbackThatIsNotPossible() {
    ReplicaSet only = set("web-1", "nginx:1", 0, 1);

    assertThat(changes(plan(rollback("7"), false, only)).getLast())
        .isEqualTo(
            new Action.RejectRollback(
                "DeploymentRollbackRevisionNotFound",
                "Unable to find the revision to rollback to."));
    assertThat(changes(plan(rollback("0"), false)).getLast())
        .isEqualTo(
            new Action.RejectRollback(
                "DeploymentRollbackRevisionNotFound", "Unable to find last revision."));
    assertThat(changes(plan(rollback("2"), false, only)).getLast())
        .isEqualTo(
            new Action.RejectRollback(
                "DeploymentRollbackTemplateUnchanged",
                "The rollback revision contains the same template as current deployment"
                    + " \"web\""));
  }

  @Test
  void aPausedDeploymentWithARollbackKeepsItsHistory() {
    Deployment paused = rollback("1");
    paused.getSpec().setPaused(true);

    assertThat(changes(plan(paused, false, set("web-1", "nginx:1", 0, 1))))
        .noneMatch(action -> action instanceof Action.DeleteReplicaSet);
  }

  @Test
  void reportsThatItIsPausedAndResumed() {
    Deployment deployment = deployment(ROLLING, "{}", "paused: true");
    ReplicaSet current = sized("web-2", "nginx:2", 4, 1, new Fenceposts(4, 1, 1));

    DeploymentStatus paused = lastStatus(plan(deployment, false, current));
    assertThat(progressing(paused)).isEqualTo("Unknown DeploymentPaused");
    deployment.setStatus(paused);
    deployment.getSpec().setPaused(false);
    assertThat(
            plan(deployment, false, current).actions().stream()
                .filter(Action.UpdateStatus.class::isInstance)
                .map(action -> progressing(((Action.UpdateStatus) action).status())))
        .startsWith("Unknown DeploymentResumed");
    deployment.getSpec().setProgressDeadlineSeconds(null);
    deployment.setStatus(null);
    deployment.getSpec().setPaused(true);
    assertThat(lastStatus(plan(deployment, false, current)).getConditions())
        .noneMatch(condition -> condition.getType().equals("Progressing"));
  }

  private static DeploymentStatus lastStatus(DeploymentPlan plan) {
    return plan.actions().reversed().stream()
        .filter(Action.UpdateStatus.class::isInstance)
        .map(action -> ((Action.UpdateStatus) action).status())
        .findFirst()
        .orElseThrow();
  }

  private static String progressing(DeploymentStatus status) {
    return status.getConditions().stream()
        .filter(condition -> condition.getType().equals("Progressing"))
        .map(condition -> condition.getStatus() + " " + condition.getReason())
        .findFirst()
        .orElse("");
  }

  @Test
  void alignsTheNewSetWithTheDeployment() {
    ReplicaSet current = sized("web-2", "nginx:2", 4, 1, new Fenceposts(4, 1, 1));
    Deployment deployment = deployment(ROLLING, "{}", "minReadySeconds: 5");

    assertThat(changes(plan(deployment, false, current)))
        .containsExactly(new Action.AlignReplicaSet("web-2", 1));
    assertThat(
            changes(plan(deployment(ROLLING, "{}"), false, set("web-1", "nginx:1", 0, 3), current)))
        .contains(new Action.AlignReplicaSet("web-2", 4));
  }

  @Test
  void scalesTheOnlyActiveSet() {
    Fenceposts before = new Fenceposts(2, 1, 1);

    assertThat(
            changes(
                plan(
                    deployment(ROLLING, "{}"),
                    false,
                    set("web-1", "nginx:1", 0, 1),
                    sized("web-2", "nginx:2", 2, 2, before))))
        .containsExactly(new Action.ScaleReplicaSet("web-2", 2, 4, new Fenceposts(4, 1, 1)));
  }

  @Test
  void scalesAPausedDeploymentFromZeroByItsNewOrLatestSet() {
    Deployment paused = deployment(ROLLING, "{}", "paused: true");
    Fenceposts bounds = new Fenceposts(4, 1, 1);
    paused.getSpec().setRevisionHistoryLimit(10);

    assertThat(
            changes(
                plan(paused, false, set("web-1", "nginx:1", 0, 1), set("web-2", "nginx:2", 0, 2))))
        .containsExactly(new Action.ScaleReplicaSet("web-2", 0, 4, bounds));
    ReplicaSet older = set("web-0", "nginx:0", 0, 1);
    older.getMetadata().setCreationTimestamp("2025-01-01T00:00:00Z");
    ReplicaSet newer = set("web-1", "nginx:1", 0, 2);
    newer.getMetadata().setCreationTimestamp("2025-02-01T00:00:00Z");
    assertThat(changes(plan(paused, false, older, newer)))
        .containsExactly(new Action.ScaleReplicaSet("web-1", 0, 4, bounds));
  }

  @Test
  void scalesDownOldSetsWhenTheNewOneIsSaturated() {
    Fenceposts bounds = new Fenceposts(4, 1, 1);
    ReplicaSet current = sized("web-2", "nginx:2", 4, 2, bounds);
    current.getStatus().setReplicas(4);
    current.getStatus().setAvailableReplicas(4);
    ReplicaSet old = sized("web-1", "nginx:1", 2, 1, new Fenceposts(2, 1, 1));

    assertThat(changes(plan(deployment(ROLLING, "{}"), false, old, current)))
        .containsExactly(new Action.ScaleReplicaSet("web-1", 2, 0, bounds));
    current.getStatus().setAvailableReplicas(3);
    assertThat(changes(plan(deployment(ROLLING, "{}"), false, old, current)))
        .isNotEmpty()
        .doesNotContain(new Action.ScaleReplicaSet("web-1", 2, 0, bounds));
  }

  @Test
  void sharesANewSizeAmongActiveSets() {
    Fenceposts before = new Fenceposts(10, 1, 1);
    Deployment deployment = deployment(ROLLING, "{replicas: 11}");
    deployment.getSpec().setReplicas(20);

    assertThat(
            changes(
                plan(
                    deployment,
                    false,
                    sized("web-1", "nginx:1", 5, 1, before),
                    sized("web-2", "nginx:2", 6, 2, before))))
        .extracting(
            action ->
                action instanceof Action.ScaleReplicaSet scale
                    ? scale.name() + " " + scale.from() + " " + scale.to()
                    : action.toString())
        .containsExactlyInAnyOrder("web-1 5 10", "web-2 6 11");
  }

  @Test
  void deletesOldSetsWhenTheRolloutIsComplete() {
    Fenceposts bounds = new Fenceposts(4, 1, 1);
    ReplicaSet current = sized("web-2", "nginx:2", 4, 2, bounds);
    current.getStatus().setReplicas(4);
    current.getStatus().setAvailableReplicas(4);
    ReplicaSet old = set("web-1", "nginx:1", 0, 1);
    Deployment complete =
        deployment(
            ROLLING,
            "{observedGeneration: 2, replicas: 4, updatedReplicas: 4, availableReplicas: 4}");

    assertThat(changes(plan(complete, false, old, current)))
        .containsExactly(new Action.DeleteReplicaSet("web-1"));
    assertThat(changes(plan(deployment(ROLLING, "{}"), false, old, current))).isEmpty();
  }

  @Test
  void reportsHowItFoundOrCreatedTheNewSet() {
    ReplicaSet current = sized("web-2", "nginx:2", 4, 1, new Fenceposts(4, 1, 1));
    Deployment withoutDeadline = deployment(ROLLING, "{}");
    withoutDeadline.getSpec().setProgressDeadlineSeconds(null);

    assertThat(firstProgress(plan(deployment(ROLLING, "{}"), false, current)))
        .isEqualTo("True FoundNewReplicaSet");
    assertThat(firstProgress(plan(deployment(ROLLING, "{}"), false)))
        .isEqualTo("True NewReplicaSetCreated");
    assertThat(firstProgress(plan(withoutDeadline, false, current))).isEmpty();
    assertThat(firstProgress(plan(withoutDeadline, false))).isEmpty();
  }

  private static String firstProgress(DeploymentPlan plan) {
    return plan.actions().stream()
        .filter(Action.UpdateStatus.class::isInstance)
        .map(action -> progressing(((Action.UpdateStatus) action).status()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anUnknownStrategyIsAnError() {
    assertThatThrownBy(() -> plan(deployment("{type: Sideways}", "{}"), false))
        .hasMessage("unexpected deployment strategy type: Sideways");
  }
}
