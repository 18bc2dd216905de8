package io.coxswain.kube.podgc;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.store.Commit;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods are left behind, the collector finds them. */
class PodGarbageScenarioTest {

  static Simulation script(String name, int threshold, Cluster.Script script) {
    return Cluster.with(
        name,
        manager -> PodGarbageCollector.register(manager, new PodGarbageOptions(threshold)),
        script);
  }

  private static void play(String name, int threshold, Cluster.Script script) {
    script(name, threshold, script).network(Network.PROMPT).run(1);
  }

  static Pod addPod(Cluster cluster, String name, String node) throws Exception {
    Pod pod =
        cluster.create(
            Pod.class,
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: %s}
            spec:
              containers: [{name: c, image: busybox}]
            """
                .formatted(name));
    if (!node.isEmpty()) {
      cluster.bind(pod, node);
    }
    return pod;
  }

  static void addNode(Cluster cluster, String name) throws Exception {
    cluster.create(
        Node.class, "apiVersion: v1\nkind: Node\nmetadata: {name: %s}\n".formatted(name));
  }

  static boolean isThere(Cluster cluster, String pod) throws Exception {
    return cluster.world().objects().find(Pod.class, Cluster.key(pod)).isPresent();
  }

  @Test
  @Scenario("kcm-controllers-32")
  void removesThePodsOfADeletedNode() {
    play(
        "node gone",
        0,
        cluster -> {
          addNode(cluster, "n1");
          addNode(cluster, "n2");
          cluster.run(addPod(cluster, "lost", "n1"));
          cluster.run(addPod(cluster, "kept", "n2"));
          var seen = new ArrayList<String>();
          cluster.world().server().listen(commit -> noteStatus(commit, seen));
          cluster.world().run(Duration.ofSeconds(30));

          cluster.delete(Node.class, ObjectKey.of("n1"), "Background");
          Instant gone = cluster.world().now();
          cluster.await("its pod is removed", () -> !isThere(cluster, "lost"));

          assertThat(Duration.between(gone, cluster.world().now()))
              .isBetween(Duration.ofSeconds(40), Duration.ofSeconds(62));
          assertThat(seen)
              .contains(
                  "lost Failed DisruptionTarget True DeletionByPodGC PodGC: node no longer exists");
          cluster.world().run(Duration.ofMinutes(2));
          assertThat(isThere(cluster, "kept")).isTrue();
          assertThat(cluster.pods().getFirst().getStatus().getPhase()).isEqualTo("Running");
        });
  }

  private static void noteStatus(Commit commit, List<String> seen) {
    if (!commit.collection().equals("pods") || commit.after() == null) {
      return;
    }
    var tree = commit.after().tree();
    for (var condition : tree.at("/status/conditions")) {
      if (condition.path("type").asText().equals("DisruptionTarget")) {
        seen.add(
            String.join(
                " ",
                tree.at("/metadata/name").asText(),
                tree.at("/status/phase").asText(),
                condition.path("type").asText(),
                condition.path("status").asText(),
                condition.path("reason").asText(),
                condition.path("message").asText()));
      }
    }
  }

  @Test
  void givesANodeThatComesBackInTimeItsPodsBack() {
    play(
        "node back",
        0,
        cluster -> {
          addNode(cluster, "n1");
          cluster.run(addPod(cluster, "p", "n1"));
          cluster.delete(Node.class, ObjectKey.of("n1"), "Background");
          cluster.world().run(Duration.ofSeconds(30));
          addNode(cluster, "n1");
          cluster.world().run(Duration.ofMinutes(2));
          assertThat(isThere(cluster, "p")).isTrue();

          cluster.delete(Node.class, ObjectKey.of("n1"), "Background");
          cluster.world().run(Duration.ofSeconds(35));
          assertThat(isThere(cluster, "p")).as("the time starts anew").isTrue();
        });
  }

  @Test
  void removesTheOldestEndedPodsBeyondTheThreshold() {
    play(
        "ended",
        2,
        cluster -> {
          for (int i = 0; i < 5; i++) {
            Pod pod = addPod(cluster, "p" + i, "");
            if (i != 1) {
              cluster.succeed(pod);
            }
            cluster.world().run(Duration.ofSeconds(1));
          }
          cluster.await("two are left", () -> cluster.pods().size() == 3);
          cluster.world().run(Duration.ofMinutes(1));

          assertThat(cluster.pods())
              .extracting(p -> p.getMetadata().getName())
              .containsExactly("p1", "p3", "p4");
        });
  }

  @Test
  void endsPodsOfANodeThatIsOutOfService() {
    play(
        "out of service",
        0,
        cluster -> {
          addNode(cluster, "n1");
          cluster.run(addPod(cluster, "stuck", "n1"));
          cluster.run(addPod(cluster, "other", "n1"));
          cluster.delete(Pod.class, Cluster.key("stuck"), "Background");
          cluster.world().run(Duration.ofMinutes(1));
          assertThat(isThere(cluster, "stuck")).isTrue();

          Node node = cluster.world().objects().fetch(Node.class, ObjectKey.of("n1"));
          node.getSpec()
              .setTaints(
                  List.of(
                      new TaintBuilder()
                          .withKey("node.kubernetes.io/out-of-service")
                          .withEffect("NoExecute")
                          .build()));
          node = cluster.world().objects().update(node);
          node.getStatus()
              .setConditions(
                  List.of(
                      new NodeConditionBuilder().withType("Ready").withStatus("Unknown").build()));
          cluster.world().objects().updateStatus(node);
          cluster.await("it is ended", () -> !isThere(cluster, "stuck"));
          assertThat(isThere(cluster, "other")).as("nobody deleted it").isTrue();
        });
  }
}
