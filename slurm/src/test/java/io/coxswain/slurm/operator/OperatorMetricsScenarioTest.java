package io.coxswain.slurm.operator;

import static io.coxswain.slurm.operator.SlurmStage.CLUSTER;
import static io.coxswain.slurm.operator.SlurmStage.NODE_SET;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.manager.Manager;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What the metrics of the operator report of its own objects. */
class OperatorMetricsScenarioTest {
  private final AtomicReference<Manager> manager = new AtomicReference<>();

  @Test
  void reportsTheConditionsOfClustersAndTheWorkersOfNodeSets() {
    SlurmStage.prepared()
        .process("workloads", QuickWorkloads::main)
        .process(
            "operator",
            env -> {
              Manager started = SlurmWorld.start(env, Map.of(), "--controllers=cluster,nodeset");
              manager.set(started);
              started.run();
            })
        .script(
            world -> {
              SlurmStage.createSmallCluster(world);
              SlurmStage.createSmallNodeSet(world);
              SlurmStage.awaitAvailable(world, CLUSTER);
              world.await(
                  "the workers", () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Ready"));
              world.awaitSilence(Duration.ofMinutes(1));

              assertThat(scrape())
                  .contains(
                      "coxswain_slurmcluster_condition{condition=\"LoginAvailable\",name=\"c\",namespace=\"slurm\"} 1",
                      "coxswain_slurmcluster_condition{condition=\"AccountingAvailable\",name=\"c\",namespace=\"slurm\"} 0",
                      "coxswain_nodeset_replicas{name=\"gpu\",namespace=\"slurm\",state=\"desired\"} 3",
                      "coxswain_nodeset_replicas{name=\"gpu\",namespace=\"slurm\",state=\"available\"} 3");

              world.objects().delete(NodeSet.class, NODE_SET);
              world.objects().delete(SlurmCluster.class, CLUSTER);
              world.awaitSilence(Duration.ofMinutes(1));
              assertThat(scrape())
                  .as("no series is left of what was deleted")
                  .doesNotContain("coxswain_slurmcluster_condition{", "coxswain_nodeset_replicas{");
            })
        .run(1);
  }

  private String scrape() {
    return new String(requireNonNull(manager.get()).scrape(), StandardCharsets.UTF_8);
  }
}
