package io.coxswain.kube.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.replicaset.ReplicaSetController;
import io.coxswain.kube.replicaset.ReplicaSetOptions;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DisruptionScenarioTest {

  private static void register(Manager manager) {
    DisruptionController.register(manager);
    ReplicaSetController.register(manager, ReplicaSetOptions.byDefault());
  }

  static Simulation simulation(String name, Cluster.Script script) {
    return Cluster.with(name, DisruptionScenarioTest::register, script);
  }

  private static void play(String name, Cluster.Script script) {
    simulation(name, script).network(Network.PROMPT).run(1);
  }

  static void createSet(Cluster cluster, int replicas) throws ApiException {
    cluster.create(
        ReplicaSet.class,
        """
        metadata: {name: web}
        spec:
          replicas: %d
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: c, image: nginx}]}
        """
            .formatted(replicas));
  }

  static void createBudget(Cluster cluster, String bound) throws ApiException {
    cluster.create(
        PodDisruptionBudget.class,
        "{metadata: {name: b}, spec: {%s, selector: {matchLabels: {app: web}}}}".formatted(bound));
  }

  static PodDisruptionBudgetStatus status(Cluster cluster) throws ApiException {
    var status =
        cluster.world().objects().fetch(PodDisruptionBudget.class, Cluster.key("b")).getStatus();
    return status == null ? new PodDisruptionBudgetStatus() : status;
  }

  static void awaitAllowed(Cluster cluster, int count) {
    cluster.await(
        count + " may be disrupted",
        () -> Integer.valueOf(count).equals(status(cluster).getDisruptionsAllowed()));
  }

  @Test
  @Scenario("kcm-controllers-34")
  void followsTheReadinessOfPods() {
    play(
        "ready",
        cluster -> {
          createSet(cluster, 3);
          createBudget(cluster, "minAvailable: 1");
          cluster.await("three pods", () -> cluster.pods().size() == 3);
          for (Pod pod : cluster.pods()) {
            cluster.ready(pod);
          }
          awaitAllowed(cluster, 2);

          cluster.unready(cluster.pods().getFirst());
          awaitAllowed(cluster, 1);

          assertThat(status(cluster).getCurrentHealthy()).isEqualTo(2);
          assertThat(status(cluster).getDesiredHealthy()).isEqualTo(1);
          assertThat(status(cluster).getConditions().getFirst().getReason())
              .isEqualTo("SufficientPods");
        });
  }

  @Test
  @Scenario("kcm-controllers-35")
  void allowsNothingWhereThePodsOwnerHasNoScale() {
    play(
        "no scale",
        cluster -> {
          ConfigMap owner = cluster.create(ConfigMap.class, "{metadata: {name: owner}}");
          cluster.create(
              Pod.class,
              """
              metadata:
                name: p
                labels: {app: web}
                ownerReferences:
                - {apiVersion: v1, kind: ConfigMap, name: owner, uid: %s, controller: true}
              spec: {containers: [{name: c, image: nginx}]}
              """
                  .formatted(owner.getMetadata().getUid()));
          createBudget(cluster, "minAvailable: 50%");

          cluster.await("a verdict", () -> !status(cluster).getConditions().isEmpty());

          var condition = status(cluster).getConditions().getFirst();
          assertThat(condition.getType()).isEqualTo("DisruptionAllowed");
          assertThat(condition.getStatus()).isEqualTo("False");
          assertThat(condition.getReason()).isEqualTo("SyncFailed");
          assertThat(condition.getMessage())
              .isEqualTo("configmaps does not implement the scale subresource");
          assertThat(status(cluster).getDisruptionsAllowed()).isZero();
          cluster.await("the event", () -> !cluster.events("b").isEmpty());
          assertThat(cluster.events("b").getFirst())
              .startsWith("Warning CalculateExpectedPodCountFailed");
          cluster.world().awaitSilence(Duration.ofMinutes(5));
        });
  }

  @Test
  void takesBackADisruptionThatDidNotCome() {
    play(
        "stale",
        cluster -> {
          createSet(cluster, 1);
          cluster.await("a pod", () -> cluster.pods().size() == 1);
          Pod pod = cluster.pods().getFirst();
          cluster.setStatus(
              pod,
              s ->
                  s.setConditions(
                      List.of(
                          new PodConditionBuilder()
                              .withType("DisruptionTarget")
                              .withStatus("True")
                              .withReason("PreemptionByScheduler")
                              .withLastTransitionTime(Timestamps.format(cluster.world().now()))
                              .build())));
          Duration began = cluster.world().elapsed();

          cluster.await("taken back", () -> !isTarget(cluster, pod));

          assertThat(cluster.world().elapsed().minus(began))
              .isBetween(Duration.ofSeconds(119), Duration.ofSeconds(121));
        });
  }

  private static boolean isTarget(Cluster cluster, Pod pod) throws ApiException {
    Pod now = cluster.world().objects().fetch(Pod.class, ObjectKey.of(pod));
    return Pods.condition(now, "DisruptionTarget").orElseThrow().getStatus().equals("True");
  }
}
