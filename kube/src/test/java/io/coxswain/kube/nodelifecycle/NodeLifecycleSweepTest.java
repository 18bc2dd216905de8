package io.coxswain.kube.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Pods;
import io.coxswain.kube.tainteviction.TaintEvictionController;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node is lost and its pods go, with a fault at any of the writes that lead there. */
class NodeLifecycleSweepTest {
  private static final Simulation LOST =
      Cluster.with(
          "a lost node",
          manager -> {
            NodeLifecycleController.register(manager, NodeLifecycleOptions.byDefault());
            TaintEvictionController.register(manager);
          },
          cluster -> {
            var nodes = new Kubelets(cluster);
            nodes.register("a", "b", "c");
            nodes.runPod("p", "c");
            nodes.runPod("q", "c");
            nodes.beat(Duration.ofSeconds(20), "a", "b", "c");
            nodes.beatUntil(() -> nodes.ready("c").equals("Unknown"), "a", "b");
            nodes.beatUntil(() -> nodes.isEvicted("p") && nodes.isEvicted("q"), "a", "b");
            nodes.beat(Duration.ofSeconds(20), "a", "b");

            assertThat(nodes.taints("c"))
                .containsExactlyInAnyOrder("unreachable:NoSchedule", "unreachable:NoExecute");
            assertThat(nodes.taints("a")).isEmpty();
            for (String name : new String[] {"p", "q"}) {
              var pod = nodes.pod(name).orElseThrow();
              assertThat(Pods.condition(pod, "DisruptionTarget")).isPresent();
              assertThat(Pods.condition(pod, "Ready").orElseThrow().getStatus()).isEqualTo("False");
            }
            nodes.report("c", "Ready", "True");
            nodes.beatUntil(() -> nodes.taints("c").isEmpty(), "a", "b", "c");
          });

  @ParameterizedTest
  @EnumSource(names = {"KILL", "LOSE_ANSWER", "CONFLICT"})
  void convergesWithAFaultAtAnyWrite(Fault fault) {
    var summary = Sweep.of(LOST, Cluster.KCM).seed(5).faults(fault).run();
    assertThat(summary.writes()).isGreaterThan(6);
  }

  @Test
  void survivesRandomFaults() {
    Chaos.of(LOST, Cluster.KCM).plans(8).run();
  }
}
