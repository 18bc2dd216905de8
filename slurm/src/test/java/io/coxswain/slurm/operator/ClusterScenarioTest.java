package io.coxswain.slurm.operator;

import static io.coxswain.slurm.operator.SlurmStage.CLUSTER;
import static io.coxswain.slurm.operator.SlurmStage.NODE_SET;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.sim.Run;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A small cluster with workers, from nothing to Available and to nothing again. */
class ClusterScenarioTest {
  @Test
  void comesUp() {
    Run run =
        SlurmStage.play(
            world -> {
              SlurmStage.createSmallCluster(world);
              SlurmStage.createSmallNodeSet(world);
              world.run(Duration.ofMinutes(10)); System.out.println(io.coxswain.api.Json.yaml(SlurmStage.cluster(world, CLUSTER).getStatus())); for (var e : world.objects().list(io.fabric8.kubernetes.api.model.Event.class, "slurm")) System.out.println(e.getFirstTimestamp()+" "+e.getCount()+" "+e.getReason()+" "+e.getMessage());SlurmStage.awaitAvailable(world, CLUSTER);
              world.await(
                  "the workers", () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Ready"));
              world.awaitSilence(Duration.ofMinutes(3));
            });
    System.out.println(run.writes() + " " + run.elapsed());
    assertThat(run.writes().get("operator")).isPositive();
  }
}
