package io.coxswain.kube.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Pods;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeploymentScenarioTest {

  private interface Script {
    void run(Cluster cluster, Rollouts web) throws Exception;
  }

  private static Simulation simulation(String name, Script script) {
    return Cluster.with(
            name, Rollouts::register, cluster -> script.run(cluster, new Rollouts(cluster)))
        .network(Network.PROMPT);
  }

  private static void play(String name, Script script) {
    simulation(name, script).run(1);
  }

  private static @Nullable String annotation(ReplicaSet set, String name) {
    return set.getMetadata().getAnnotations().get(name);
  }

  @Test
  @Scenario("kcm-controllers-1")
  void makesAReplicaSetForItsTemplate() {
    play(
        "create",
        (cluster, web) -> {
          web.create("replicas: 3");
          web.awaitComplete();

          assertThat(web.sets()).hasSize(1);
          ReplicaSet set = web.sets().getFirst();
          String hash = set.getMetadata().getLabels().get("pod-template-hash");
          assertThat(hash).matches("[bcdfghjklmnpqrstvwxz2456789]{6,10}");
          assertThat(set.getMetadata().getName()).isEqualTo("web-" + hash);
          assertThat(set.getSpec().getSelector().getMatchLabels())
              .containsEntry("app", "web")
              .containsEntry("pod-template-hash", hash);
          assertThat(annotation(set, DeploymentRevisions.REVISION)).isEqualTo("1");
          assertThat(annotation(set, DeploymentRevisions.DESIRED)).isEqualTo("3");
          assertThat(annotation(set, DeploymentRevisions.MAX_COUNT)).isEqualTo("4");
          assertThat(DeploymentRevisions.of(web.deployment())).isEqualTo("1");
          assertThat(cluster.pods())
              .hasSize(3)
              .allMatch(
                  pod ->
                      pod.getMetadata()
                          .getOwnerReferences()
                          .getFirst()
                          .getUid()
                          .equals(set.getMetadata().getUid()));
          assertThat(web.reason(DeploymentConditions.PROGRESSING))
              .isEqualTo("NewReplicaSetAvailable");
          assertThat(
                  DeploymentConditions.find(web.status(), DeploymentConditions.AVAILABLE)
                      .orElseThrow()
                      .getStatus())
              .isEqualTo("True");
        });
  }

  @Test
  @Scenario("kcm-controllers-2")
  void rollsWithinItsBounds() {
    simulation(
            "roll",
            (cluster, web) -> {
              web.create(
                  "replicas: 10",
                  "strategy: {rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}");
              web.awaitComplete();

              web.image("nginx:2");
              web.await(
                  "both revisions run, never too many and never too few",
                  () -> {
                    assertThat(ReplicaSets.total(web.sets())).isLessThanOrEqualTo(13);
                    assertThat(available(cluster)).isGreaterThanOrEqualTo(8);
                    return web.sets().size() == 2
                        && SetSize.available(web.sets().getLast()) == 10
                        && cluster.pods().size() == 10;
                  });
              web.awaitComplete();

              assertThat(annotation(web.sets().getLast(), DeploymentRevisions.REVISION))
                  .isEqualTo("2");
              assertThat(DeploymentRevisions.of(web.deployment())).isEqualTo("2");
              assertThat(SetSize.size(web.sets().getFirst())).isZero();
            })
        .network(Network.DEFAULT)
        .run(1);
  }

  private static long available(Cluster cluster) throws ApiException {
    return cluster.activePods().stream().filter(Pods::isReady).count();
  }

  @Test
  @Scenario("kcm-controllers-3")
  void goesBackToAnOldReplicaSet() {
    play(
        "back",
        (cluster, web) -> {
          web.create("replicas: 1");
          web.awaitComplete();
          String first = web.sets().getFirst().getMetadata().getName();
          web.image("nginx:2");
          web.awaitComplete();

          web.image("nginx:1");
          web.awaitComplete();

          assertThat(web.sets()).hasSize(2);
          ReplicaSet reused = web.sets().getLast();
          assertThat(reused.getMetadata().getName()).isEqualTo(first);
          assertThat(annotation(reused, DeploymentRevisions.REVISION)).isEqualTo("3");
          assertThat(annotation(reused, DeploymentRevisions.HISTORY)).isEqualTo("1");
          assertThat(DeploymentRevisions.of(web.deployment())).isEqualTo("3");
        });
  }

  @Test
  @Scenario("kcm-controllers-4")
  void scalesButDoesNotRollWhilePaused() {
    play(
        "pause",
        (cluster, web) -> {
          web.create("replicas: 2");
          web.awaitComplete();

          web.edit(spec -> spec.setPaused(true));
          web.edit(spec -> spec.setReplicas(5));
          web.await("five", () -> Integer.valueOf(5).equals(web.status().getAvailableReplicas()));
          web.image("nginx:2");
          cluster.world().run(Duration.ofMinutes(1));
          assertThat(web.sets()).hasSize(1);
          assertThat(web.reason(DeploymentConditions.PROGRESSING)).isEqualTo("DeploymentPaused");

          web.edit(spec -> spec.setPaused(false));
          web.awaitComplete();
          assertThat(web.sets()).hasSize(2);
          assertThat(SetSize.size(web.sets().getLast())).isEqualTo(5);
        });
  }

  @Test
  @Scenario("kcm-controllers-5")
  void reportsAStalledRolloutAndContinues() {
    play(
        "deadline",
        (cluster, web) -> {
          web.create("replicas: 1", "progressDeadlineSeconds: 10");
          web.awaitComplete();
          web.image("nginx:missing");
          cluster.await("the new pod", () -> cluster.activePods().size() == 2);
          Duration began = cluster.world().elapsed();

          cluster.await(
              "the report",
              () ->
                  web.reason(DeploymentConditions.PROGRESSING).equals("ProgressDeadlineExceeded"));

          assertThat(cluster.world().elapsed().minus(began))
              .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(13));
          assertThat(
                  DeploymentConditions.find(web.status(), DeploymentConditions.PROGRESSING)
                      .orElseThrow()
                      .getStatus())
              .isEqualTo("False");
          assertThat(cluster.activePods()).hasSize(2);
          web.awaitComplete();
        });
  }

  @Test
  @Scenario("kcm-controllers-6")
  void keepsNoMoreOldReplicaSetsThanAsked() {
    play(
        "history",
        (cluster, web) -> {
          web.create("replicas: 1", "revisionHistoryLimit: 2");
          for (int i = 2; i <= 6; i++) {
            web.awaitComplete();
            web.image("nginx:" + i);
          }
          web.awaitComplete();
          web.await("the rest goes", () -> web.sets().size() == 3);

          assertThat(web.sets())
              .extracting(set -> annotation(set, DeploymentRevisions.REVISION))
              .containsExactly("4", "5", "6");
        });
  }

  @Test
  @Scenario("kcm-controllers-7")
  void recreatesOnlyAfterAllOldPodsAreDeleted() {
    play(
        "recreate",
        (cluster, web) -> {
          web.create("replicas: 2", "strategy: {type: Recreate}");
          web.awaitComplete();
          List<Pod> old = cluster.pods();
          for (Pod pod : old) {
            cluster.bind(pod, "n1");
          }

          web.image("nginx:2");
          cluster.await("told to end", () -> cluster.activePods().isEmpty());
          cluster.world().run(Duration.ofMinutes(2));
          assertThat(cluster.pods()).hasSize(2);
          cluster.remove(old.getFirst());
          cluster.world().run(Duration.ofMinutes(2));
          assertThat(cluster.pods()).hasSize(1);
          cluster.remove(old.getLast());
          web.awaitComplete();

          assertThat(cluster.activePods())
              .hasSize(2)
              .allMatch(p -> p.getSpec().getContainers().getFirst().getImage().equals("nginx:2"));
        });
  }

  @Test
  void scalesAllSetsByTheirShareInTheMiddleOfARollout() {
    play(
        "proportional",
        (cluster, web) -> {
          web.create("replicas: 10", "strategy: {rollingUpdate: {maxSurge: 3, maxUnavailable: 2}}");
          web.awaitComplete();
          web.image("nginx:2");
          cluster.await(
              "8 old and 5 new",
              () -> web.sets().stream().map(SetSize::size).toList().equals(List.of(8, 5)));

          web.edit(spec -> spec.setReplicas(15));

          cluster.await(
              "11 old and 7 new",
              () -> web.sets().stream().map(SetSize::size).toList().equals(List.of(11, 7)));
        });
  }

  @Test
  void rollsBackAsOldClientsAsk() {
    play(
        "rollback",
        (cluster, web) -> {
          web.create("replicas: 1");
          web.awaitComplete();
          web.image("nginx:2");
          web.awaitComplete();

          cluster
              .world()
              .objects()
              .edit(
                  io.fabric8.kubernetes.api.model.apps.Deployment.class,
                  Cluster.key("web"),
                  d -> d.getMetadata().getAnnotations().put(DeploymentRevisions.ROLLBACK, "0"));
          cluster.await("done", () -> DeploymentRevisions.rollback(web.deployment()).isEmpty());
          web.awaitComplete();

          assertThat(DeploymentRevisions.of(web.deployment())).isEqualTo("3");
          assertThat(
                  cluster.activePods().getFirst().getSpec().getContainers().getFirst().getImage())
              .isEqualTo("nginx:1");
          assertThat(cluster.events("web"))
              .contains("Normal DeploymentRollback Rolled back deployment \"web\" to revision 1");
        });
  }
}
