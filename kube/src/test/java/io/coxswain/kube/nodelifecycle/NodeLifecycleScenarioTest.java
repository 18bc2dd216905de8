package io.coxswain.kube.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.tainteviction.TaintEvictionController;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nodes that fall silent and come back, with the controller that evicts their pods. */
class NodeLifecycleScenarioTest {
  private static final String UNREACHABLE = "unreachable:NoSchedule";
  private static final String DRIVEN_OUT = "unreachable:NoExecute";

  private interface Script {
    void run(Cluster cluster, Kubelets nodes) throws Exception;
  }

  private static void play(String name, Script script) {
    Cluster.with(
            name,
            manager -> {
              NodeLifecycleController.register(manager, NodeLifecycleOptions.byDefault());
              TaintEvictionController.register(manager);
            },
            cluster -> script.run(cluster, new Kubelets(cluster)))
        .network(Network.PROMPT)
        .run(1);
  }

  @Test
  @Scenario("kcm-controllers-38")
  void taintsNodesWhoseKubeletStopsAndEvictsTheirPods() {
    play(
        "silence",
        (cluster, nodes) -> {
          String[] alive = {"a", "b", "c", "d"};
          nodes.register("a", "b", "c", "d", "x", "y");
          nodes.runPod("p", "x");
          nodes.runPod("q", "y");
          nodes.runPod("r", "a");
          nodes.beat(Duration.ofSeconds(60), "a", "b", "c", "d", "x", "y");

          // The last lease was renewed 10 s ago.
          Duration silence =
              nodes
                  .beatUntil(() -> nodes.ready("x").equals("Unknown"), alive)
                  .plus(Duration.ofSeconds(10));
          assertThat(silence).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(57));
          NodeCondition ready = NodeView.condition(nodes.node("x"), "Ready").orElseThrow();
          assertThat(ready.getReason()).isEqualTo("NodeStatusUnknown");
          assertThat(ready.getMessage()).isEqualTo("Kubelet stopped posting node status.");
          assertThat(NodeView.condition(nodes.node("x"), "PIDPressure").orElseThrow().getReason())
              .isEqualTo("NodeStatusNeverUpdated");
          assertThat(nodes.beatUntil(() -> nodes.taints("x").contains(UNREACHABLE), alive))
              .isLessThan(Duration.ofSeconds(2));
          assertThat(
                  Pods.condition(nodes.pod("p").orElseThrow(), "Ready")
                      .map(PodCondition::getStatus))
              .contains("False");
          assertThat(cluster.events("p")).contains("Warning NodeNotReady Node is not ready");
          assertThat(cluster.events("x"))
              .contains("Normal NodeNotReady Node x status is now: NodeNotReady");

          // One at once, the other when the zone's rate allows it: 0.1 a second.
          nodes.beatUntil(() -> nodes.taints("x").contains(DRIVEN_OUT), alive);
          Duration first = cluster.world().elapsed();
          assertThat(nodes.taints("y")).containsExactly(UNREACHABLE);
          nodes.beatUntil(() -> nodes.taints("y").contains(DRIVEN_OUT), alive);
          assertThat(cluster.world().elapsed().minus(first))
              .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(11));

          // Tolerated for 300 s, which the server gives to every pod.
          nodes.beatUntil(() -> nodes.isEvicted("p"), alive);
          assertThat(cluster.world().elapsed().minus(first))
              .isBetween(Duration.ofSeconds(299), Duration.ofSeconds(302));
          assertThat(nodes.isEvicted("q")).isFalse();
          nodes.beatUntil(() -> nodes.isEvicted("q"), alive);
          PodCondition target =
              Pods.condition(nodes.pod("p").orElseThrow(), "DisruptionTarget").orElseThrow();
          assertThat(target.getReason()).isEqualTo("DeletionByTaintManager");
          assertThat(cluster.events("p"))
              .contains("Normal TaintManagerEviction Marking for deletion Pod default/p");
          assertThat(nodes.isEvicted("r")).isFalse();
          assertThat(nodes.taints("a")).isEmpty();
        });
  }

  @Test
  @Scenario("kcm-controllers-39")
  void evictsNoPodIfAllNodesAreLost() {
    play(
        "all lost",
        (cluster, nodes) -> {
          nodes.register("a", "b", "c");
          nodes.runPod("p", "c");
          nodes.runPod("q", "b");
          nodes.beat(Duration.ofSeconds(30), "a", "b", "c");
          nodes.beatUntil(() -> nodes.taints("c").contains(DRIVEN_OUT), "a", "b");
          nodes.beat(Duration.ofSeconds(100), "a", "b");

          // Now the others fall silent too: what was taken for a lost node may be a lost network.
          nodes.beatUntil(() -> nodes.ready("b").equals("Unknown"));
          nodes.beat(Duration.ofSeconds(20));
          for (String node : new String[] {"a", "b", "c"}) {
            assertThat(nodes.taints(node)).containsExactly(UNREACHABLE);
          }
          assertThat(cluster.events("p"))
              .contains("Normal TaintManagerEviction Cancelling deletion of Pod default/p");
          nodes.beat(Duration.ofMinutes(15));
          assertThat(nodes.taints("a")).containsExactly(UNREACHABLE);
          assertThat(nodes.taints("c")).containsExactly(UNREACHABLE);
          assertThat(nodes.isEvicted("p") || nodes.isEvicted("q")).isFalse();

          // One is back: the others are driven out, and their pods have their whole time again.
          nodes.renew("a");
          nodes.report("a", "Ready", "True");
          nodes.beatUntil(() -> nodes.taints("c").contains(DRIVEN_OUT), "a");
          assertThat(nodes.taints("a")).isEmpty();
          assertThat(nodes.beatUntil(() -> nodes.isEvicted("p"), "a"))
              .isBetween(Duration.ofSeconds(298), Duration.ofSeconds(302));
        });
  }

  @Test
  void takesTheTaintsBackWhenANodeReturns() {
    play(
        "return",
        (cluster, nodes) -> {
          nodes.register("a", "b", "c");
          nodes.runPod("p", "c");
          nodes.beat(Duration.ofSeconds(20), "a", "b", "c");
          nodes.beatUntil(() -> nodes.taints("c").contains(DRIVEN_OUT), "a", "b");

          nodes.report("c", "Ready", "True");
          nodes.beatUntil(() -> nodes.taints("c").isEmpty(), "a", "b", "c");
          nodes.beat(Duration.ofMinutes(10), "a", "b", "c");

          assertThat(nodes.isEvicted("p")).isFalse();
          assertThat(nodes.taints("c")).isEmpty();
        });
  }

  @Test
  void swapsTheTaintAtOnceWhenANodeIsBackButNotReady() {
    play(
        "not ready",
        (cluster, nodes) -> {
          nodes.register("a", "b", "c");
          nodes.beat(Duration.ofSeconds(20), "a", "b", "c");
          nodes.beatUntil(() -> nodes.taints("c").contains(DRIVEN_OUT), "a", "b");

          nodes.report("c", "Ready", "False");
          nodes.beat(Duration.ofSeconds(7), "a", "b", "c");

          assertThat(nodes.taints("c"))
              .containsExactlyInAnyOrder("not-ready:NoSchedule", "not-ready:NoExecute");
        });
  }

  @Test
  void grantsANewNodeALongerGracePeriod() {
    play(
        "never",
        (cluster, nodes) -> {
          nodes.register("a");
          cluster.create(Node.class, "metadata: {name: mute}");
          nodes.beat(Duration.ofSeconds(58), "a");
          assertThat(nodes.ready("mute")).isEmpty();
          nodes.beat(Duration.ofSeconds(8), "a");

          NodeCondition ready = NodeView.condition(nodes.node("mute"), "Ready").orElseThrow();
          assertThat(ready.getStatus()).isEqualTo("Unknown");
          assertThat(ready.getReason()).isEqualTo("NodeStatusNeverUpdated");
          assertThat(ready.getMessage()).isEqualTo("Kubelet never posted node status.");
          assertThat(ready.getLastHeartbeatTime())
              .isEqualTo(nodes.node("mute").getMetadata().getCreationTimestamp());
        });
  }

  @Test
  void mirrorsConditionsInTaintsAndLabels() {
    play(
        "mirror",
        (cluster, nodes) -> {
          nodes.register("a");
          nodes.report("a", "DiskPressure", "True");
          nodes.report("a", "NetworkUnavailable", "True");
          cluster
              .world()
              .objects()
              .edit(
                  Node.class,
                  io.coxswain.api.ObjectKey.of("a"),
                  n -> {
                    n.getMetadata()
                        .setLabels(
                            java.util.Map.of(
                                "kubernetes.io/os", "linux", "beta.kubernetes.io/os", "plan9"));
                    n.getSpec().setUnschedulable(true);
                  });
          nodes.beat(Duration.ofSeconds(2), "a");
          assertThat(nodes.taints("a"))
              .containsExactlyInAnyOrder(
                  "disk-pressure:NoSchedule",
                  "network-unavailable:NoSchedule",
                  "unschedulable:NoSchedule");
          assertThat(nodes.node("a").getMetadata().getLabels())
              .containsEntry("beta.kubernetes.io/os", "linux")
              .doesNotContainKey("beta.kubernetes.io/arch");

          nodes.report("a", "DiskPressure", "False");
          nodes.beat(Duration.ofSeconds(2), "a");
          assertThat(nodes.taints("a")).doesNotContain("disk-pressure:NoSchedule");
        });
  }

  @Test
  void recordsAddedAndRemovedNodesAndWritesNothingOtherwise() {
    play(
        "idle",
        (cluster, nodes) -> {
          nodes.register("a", "b");
          nodes.beat(Duration.ofSeconds(20), "a", "b");
          assertThat(cluster.events("a"))
              .containsExactly(
                  "Normal RegisteredNode Node a event: Registered Node a in Controller");

          int before = cluster.world().writes(Cluster.KCM);
          nodes.beat(Duration.ofHours(1), "a", "b");
          assertThat(cluster.world().writes(Cluster.KCM)).isEqualTo(before);

          cluster.world().objects().delete(Node.class, io.coxswain.api.ObjectKey.of("b"));
          nodes.beat(Duration.ofSeconds(10), "a");
          assertThat(cluster.events("b"))
              .contains("Normal RemovingNode Node b event: Removing Node b from Controller");
        });
  }
}
