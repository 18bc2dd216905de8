package io.coxswain.kube.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Pods;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One behaviour each: nodes come and go, the DaemonSet controller answers. */
class DaemonSetScenarioTest {
  private static final Duration A_WHILE = Duration.ofSeconds(30);

  private interface Script {
    void run(Cluster cluster, DaemonCluster daemons) throws Exception;
  }

  private static void play(String name, Script script) {
    Cluster.with(
            name,
            manager -> DaemonSetController.register(manager, DaemonSetOptions.byDefault()),
            cluster -> script.run(cluster, new DaemonCluster(cluster)))
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  @Scenario("kcm-controllers-17")
  void followsNodesAndTheirTaints() {
    play(
        "nodes",
        (cluster, daemons) -> {
          daemons.create("");
          cluster.world().run(A_WHILE);
          assertThat(cluster.pods()).isEmpty();

          Instant added = cluster.world().now();
          daemons.addNode("n1");
          daemons.addNode("n2");
          cluster.await("pods on both", () -> cluster.pods().size() == 2);
          assertThat(Duration.between(added, cluster.world().now()))
              .isLessThan(Duration.ofSeconds(5));
          daemons.bringUp("n1");
          daemons.bringUp("n2");

          daemons.taint("n1", "NoSchedule");
          cluster.world().run(A_WHILE);
          assertThat(daemons.lasting("n1")).as("it stays").hasSize(1);

          daemons.taint("n1", "NoExecute");
          cluster.await("it goes", () -> daemons.lasting("n1").isEmpty());
          cluster.world().run(A_WHILE);
          assertThat(daemons.lasting("n2")).hasSize(1);
          assertThat(cluster.pods()).hasSize(2);
        });
  }

  @Test
  @Scenario("kcm-controllers-18")
  void surgesToTheNewPodBeforeTheOldOneGoes() {
    play(
        "surge",
        (cluster, daemons) -> {
          daemons.addNode("n1");
          daemons.addNode("n2");
          daemons.create("updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}");
          daemons.bringUp("n1");
          daemons.bringUp("n2");
          cluster.await("both are available", () -> available(daemons) == 2);

          daemons.setImage("img:2");
          for (int round = 0; round < 2; round++) {
            cluster.await("a third pod", () -> cluster.pods().size() == 3);
            Pod young =
                cluster.pods().stream().filter(p -> !Pods.isAssigned(p)).findFirst().orElseThrow();
            String node = DaemonPodFactory.target(young).orElseThrow();
            cluster.bind(young, node);
            cluster.world().run(A_WHILE);
            assertThat(cluster.pods()).as("one surge at a time").hasSize(3);
            assertThat(cluster.pods()).noneMatch(Pods::isDeleting);

            cluster.ready(young);
            cluster.await("the old one goes", () -> daemons.anyDeleting(node));
            assertThat(daemons.on(node).stream().filter(Pods::isDeleting))
                .extracting(DaemonCluster::image)
                .containsExactly("img:1");
            daemons.letEnd(node);
          }
          cluster.world().run(A_WHILE);
          assertThat(cluster.pods()).extracting(DaemonCluster::image).containsOnly("img:2");
          assertThat(cluster.pods()).hasSize(2);
        });
  }

  private static int available(DaemonCluster daemons) throws ApiException {
    Integer available = daemons.status().getNumberAvailable();
    return available == null ? 0 : available;
  }

  @Test
  @Scenario("kcm-controllers-19")
  void replacesAFailingPodAfterEverLongerDelays() {
    play(
        "failing",
        (cluster, daemons) -> {
          daemons.addNode("n1");
          daemons.create("");
          var delays = new ArrayList<Long>();
          for (int i = 0; i < 14; i++) {
            Pod pod = daemons.bind("n1");
            cluster.fail(pod);
            Instant failed = cluster.world().now();
            cluster
                .world()
                .await(
                    "it is told to end",
                    () -> daemons.anyDeleting("n1") || daemons.on("n1").isEmpty(),
                    Duration.ofMinutes(16));
            delays.add(Duration.between(failed, cluster.world().now()).toSeconds());
            for (Pod ended : daemons.on("n1")) {
              cluster.remove(ended);
            }
          }

          assertThat(delays.getFirst()).as("the first is replaced at once").isZero();
          for (int i = 1; i < delays.size(); i++) {
            long expected = Math.min(900, 1L << (i - 1));
            assertThat(delays.get(i))
                .as("delay %s of %s", i, delays)
                .isBetween(expected - 1, expected + 1);
          }
          cluster.world().run(A_WHILE);
          assertThat(cluster.events("agent"))
              .filteredOn(
                  e ->
                      e.startsWith(
                          "Warning FailedDaemonPod Found failed daemon pod default/agent-"))
              .hasSizeGreaterThan(3);
        });
  }

  @Test
  void rollsWithinMaxUnavailable() {
    play(
        "rolling",
        (cluster, daemons) -> {
          List<String> nodes = List.of("n1", "n2", "n3");
          for (String node : nodes) {
            daemons.addNode(node);
          }
          daemons.create("");
          for (String node : nodes) {
            daemons.bringUp(node);
          }
          cluster.await("all are available", () -> available(daemons) == 3);

          daemons.setImage("img:2");
          for (String node : nodes) {
            cluster.await("its turn", () -> daemons.anyDeleting(node));
            cluster.world().run(A_WHILE);
            assertThat(cluster.pods().stream().filter(Pods::isDeleting)).hasSize(1);
            daemons.letEnd(node);
            daemons.bringUp(node);
          }
          cluster.await("all are updated", () -> daemons.status().getUpdatedNumberScheduled() == 3);
          assertThat(cluster.pods()).extracting(DaemonCluster::image).containsOnly("img:2");
          assertThat(revisions(cluster)).hasSize(2);

          daemons.setImage("img:1");
          daemons.letEnd("n1");
          assertThat(revisions(cluster))
              .as("the old revision is taken up again")
              .extracting(ControllerRevision::getRevision)
              .containsExactlyInAnyOrder(2L, 3L);
        });
  }

  private static List<ControllerRevision> revisions(Cluster cluster) throws ApiException {
    return cluster.world().objects().list(ControllerRevision.class, Cluster.NAMESPACE);
  }

  @Test
  void followsTheLabelsOfNodes() {
    play(
        "labels",
        (cluster, daemons) -> {
          daemons.addNode("n1");
          cluster.create(
              DaemonSet.class,
              """
              apiVersion: apps/v1
              kind: DaemonSet
              metadata: {name: agent}
              spec:
                selector: {matchLabels: {app: agent}}
                template:
                  metadata: {labels: {app: agent}}
                  spec:
                    nodeSelector: {disk: ssd}
                    containers: [{name: c, image: "img:1"}]
              """);
          cluster.world().run(A_WHILE);
          assertThat(cluster.pods()).isEmpty();

          daemons.editNode("n1", n -> n.getMetadata().setLabels(Map.of("disk", "ssd")));
          daemons.bringUp("n1");
          daemons.editNode("n1", n -> n.getMetadata().setLabels(Map.of()));
          cluster.await("it goes", () -> daemons.lasting("n1").isEmpty());
        });
  }

  @Test
  void keepsOneOfSeveralRevisionsOfTheSameTemplate() {
    play(
        "duplicates",
        (cluster, daemons) -> {
          daemons.addNode("n1");
          daemons.create("");
          daemons.bringUp("n1");
          ControllerRevision first = revisions(cluster).getFirst();
          var twin = Json.copy(first);
          twin.getMetadata().setName("agent-twin");
          twin.getMetadata().setUid(null);
          twin.getMetadata().setResourceVersion(null);
          twin.getMetadata().getLabels().put("controller-revision-hash", "twin");
          twin.setRevision(2L);
          cluster.world().objects().create(twin);
          daemons.editNode("n1", n -> n.getMetadata().setLabels(Map.of("a", "b")));
          cluster
              .world()
              .objects()
              .edit(
                  DaemonSet.class,
                  Cluster.key("agent"),
                  s -> s.getMetadata().setLabels(Map.of("touched", "yes")));

          cluster.await("one is left", () -> revisions(cluster).size() == 1);

          assertThat(revisions(cluster).getFirst().getMetadata().getName()).isEqualTo("agent-twin");
          cluster.await(
              "the pod is told",
              () -> DaemonPodFactory.hash(daemons.on("n1").getFirst()).equals("twin"));
          assertThat(daemons.lasting("n1")).hasSize(1);
        });
  }
}
