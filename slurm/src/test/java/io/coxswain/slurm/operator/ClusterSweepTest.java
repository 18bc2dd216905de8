package io.coxswain.slurm.operator;

import static io.coxswain.slurm.operator.SlurmStage.CLUSTER;
import static io.coxswain.slurm.operator.SlurmStage.NODE_SET;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.sim.Chaos;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * A cluster with workers comes up and is changed; the same in the end, whatever befalls the
 * operator at whichever of its writes.
 */
class ClusterSweepTest {
  @Test
  void convergesWithACrashOrALostResponseAtAnyWrite() {
    var summary =
        Sweep.of(life(), "operator")
            .faults(Fault.KILL, Fault.LOSE_ANSWER, Fault.CONFLICT)
            .every(3)
            .run();

    assertThat(summary.failed()).isZero();
    assertThat(summary.runs()).isGreaterThan(30);
  }

  private static Simulation life() {
    return SlurmStage.quick("--controllers=cluster,nodeset")
        .given(ClusterSweepTest::createKeys)
        .script(
            world -> {
              SlurmStage.createSmallCluster(world);
              SlurmStage.createSmallNodeSet(world);
              SlurmStage.awaitAvailable(world, CLUSTER);
              world.await(
                  "the workers", () -> SlurmStage.nodeSetPhase(world, NODE_SET).equals("Ready"));
              world.objects().edit(NodeSet.class, NODE_SET, set -> set.getSpec().setReplicas(4));
              SlurmStage.edit(
                  world, CLUSTER, c -> c.getSpec().setCustomSlurmConfig("MaxStepCount=7"));
              world.await("four workers", () -> SlurmStage.workers(world, NODE_SET) == 4);
              // longer than the longest pause between two tries
              world.awaitSilence(Duration.ofMinutes(6));
              assertThat(SlurmStage.phase(world, CLUSTER)).isEqualTo("Available");
              forgetVersions(world);
            });
  }

  /** Randomness of a restarted process is another; what is there is taken as it is. */
  static void createKeys(World world) throws Exception {
    for (String name : List.of("c-munge", "c-rest-jwt-key", "c-sshd-keys")) {
      world
          .objects()
          .create(
              new SecretBuilder()
                  .withNewMetadata()
                  .withNamespace("slurm")
                  .withName(name)
                  .endMetadata()
                  .addToData("key", "b3du")
                  .build());
    }
  }

  /** Each is that of the object it names; what number that is depends on the way. */
  private static void forgetVersions(World world) throws Exception {
    world.kill("operator");
    for (StatefulSet set : world.objects().list(StatefulSet.class, "slurm")) {
      String versions =
          Objects.requireNonNull(
              set.getSpec().getTemplate().getMetadata().getAnnotations().get("versions"));
      assertThat(set.getMetadata().getAnnotations()).containsEntry("versions", versions);
      for (Secret secret : world.objects().list(Secret.class, "slurm")) {
        String name = "slurm." + secret.getMetadata().getName() + ": ";
        if (versions.contains(name)) {
          assertThat(versions)
              .contains(name + "\"" + secret.getMetadata().getResourceVersion() + "\"");
        }
      }
      world
          .objects()
          .edit(
              StatefulSet.class,
              ObjectKey.of(set),
              copy -> {
                copy.getMetadata().getAnnotations().remove("versions");
                copy.getSpec().getTemplate().getMetadata().getAnnotations().remove("versions");
              });
    }
  }

  @Test
  void survivesRandomFaults() {
    Chaos.of(life(), "operator").plans(30).run();
  }
}
