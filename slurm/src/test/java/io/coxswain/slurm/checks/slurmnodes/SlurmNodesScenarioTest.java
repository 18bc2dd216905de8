package io.coxswain.slurm.checks.slurmnodes;

import static io.coxswain.slurm.checks.ChecksWorld.awaitMark;
import static io.coxswain.slurm.checks.ChecksWorld.exists;
import static io.coxswain.slurm.checks.ChecksWorld.mark;
import static io.coxswain.slurm.checks.ChecksWorld.message;
import static io.coxswain.slurm.checks.ChecksWorld.pod;
import static io.coxswain.slurm.checks.ChecksWorld.said;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Script;
import io.coxswain.slurm.checks.ChecksWorld;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.simulated.SlurmFault;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlurmNodesScenarioTest {
  private static final String REBOOT = "[compute_maintenance] node reboot process";
  private static final String REPLACEMENT = "[compute_maintenance] node replacement process";
  private static final Duration ROUND = Duration.ofMinutes(3);

  private static final ChecksWorld checks =
      ChecksWorld.with("--controllers=slurmapiclients,slurmnodes");

  private static void run(Script script) {
    checks
        .simulation(script)
        .restartMatters("checks", "a start begins the next round at once")
        .run(1);
  }

  @Test
  @Scenario("soperator-checks-1")
  void drainsTheKubernetesNodeOfASlurmNodeWithAnUnkillableTask() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0", "worker-1");
          checks.machine(world, "m2", "worker-2");
          long job = checks.slurm().run("sibling", Duration.ofMinutes(4), "COMPLETED", "worker-1");
          checks.slurm().drain("worker-0", "Kill task failed");

          world.await("the sibling's drain", () -> checks.slurm().isDrained("worker-1"));
          assertThat(checks.slurm().reason("worker-1")).isEqualTo(REBOOT);
          assertThat(checks.slurm().reason("worker-0")).isEqualTo(REBOOT);
          assertThat(checks.slurm().jobsOn("m1")).containsExactly(job);
          assertThat(said(world, "m1", ConditionTypes.DEGRADED)).isEmpty();

          awaitMark(world, "m1", ConditionTypes.DEGRADED, "True/NodeNeedReboot");
          assertThat(checks.slurm().jobsOn("m1")).isEmpty();
          assertThat(message(world, "m1", ConditionTypes.DEGRADED))
              .contains("Some slurm nodes on the k8s nod are degraded");
          assertThat(checks.slurm().isDrained("worker-2")).isFalse();
          assertThat(said(world, "m2", ConditionTypes.DEGRADED)).isEmpty();
        });
  }

  @Test
  @Scenario("soperator-checks-2")
  void aNodeThatStillCompletesIsNotDrainedYet() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0");
          checks.slurm().run("ending", ROUND.minusSeconds(10), "COMPLETED", "worker-0");
          checks.slurm().drain("worker-0", "Kill task failed");

          world.run(ROUND.plusSeconds(5));
          assertThat(checks.slurm().states("worker-0")).contains("IDLE", "DRAIN", "COMPLETING");
          assertThat(said(world, "m1", ConditionTypes.DEGRADED)).isEmpty();

          awaitMark(world, "m1", ConditionTypes.DEGRADED, "True/NodeNeedReboot");
        });
  }

  @Test
  @Scenario("soperator-checks-3")
  void aNodeThatWasDrainedBeforeTheRebootIsUndrained() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0");
          checks.slurm().drain("worker-0", REBOOT);
          world.run(Duration.ofSeconds(5));
          mark(world, "m1", ConditionTypes.DEGRADED, "False", "NodeRebooted");

          world.await("undrained", () -> !checks.slurm().isDrained("worker-0"));

          assertThat(checks.slurm().updates()).containsExactly("worker-0 UNDRAIN");
        });
  }

  @Test
  void doesNotUndrainANodeThatMovedToAnotherKubernetesNode() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0");
          checks.machine(world, "m2");
          checks.slurm().drain("worker-0", REBOOT);
          world.run(Duration.ofSeconds(5));
          mark(world, "m1", ConditionTypes.DEGRADED, "False", "NodeRebooted");
          mark(world, "m2", ConditionTypes.DEGRADED, "True", "NodeNeedReboot");
          checks.servers().delayNext("GET /slurm/v0.0.44/nodes/", Duration.ofMinutes(1));
          world.await("slow response", () -> checks.servers().isDelayed());

          checks.slurm().move("worker-0", "m2");
          world.run(ROUND.multipliedBy(2));

          assertThat(checks.slurm().isDrained("worker-0")).isTrue();
          assertThat(checks.slurm().updates()).isEmpty();
        });
  }

  @Test
  void aNodeThatWasDrainedAgainAfterTheRebootIsRebootedAgain() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0");
          mark(world, "m1", ConditionTypes.DEGRADED, "False", "NodeRebooted");
          world.run(Duration.ofSeconds(5));
          checks.slurm().drain("worker-0", "Kill task failed");

          awaitMark(world, "m1", ConditionTypes.DEGRADED, "True/NodeNeedReboot");
        });
  }

  @Test
  @Scenario("soperator-checks-6")
  void aProblemFoundByACheckLeadsToSuspicion() {
    for (String reason : new String[] {"[node_problem] gpu_check: ecc", "[hardware_problem] x"}) {
      run(
          world -> {
            checks.machine(world, "m1", "worker-0");
            world.run(Duration.ofSeconds(2));
            long job = checks.slurm().run("last", Duration.ofMinutes(4), "FAILED", "worker-0");
            checks.slurm().drain("worker-0", reason);
            checks.slurm().comment("worker-0", "GPU 3 has ECC errors");
            world.run(ROUND.plusSeconds(10));
            assertThat(said(world, "m1", ConditionTypes.HARDWARE)).isEmpty();
            assertThat(checks.slurm().jobsOn("m1")).containsExactly(job);

            awaitMark(world, "m1", ConditionTypes.HARDWARE, "True/GPUHealthCheckFailedSoperator");
            assertThat(message(world, "m1", ConditionTypes.HARDWARE))
                .contains("GPU 3 has ECC errors");
          });
    }
    var off =
        ChecksWorld.with(
            "--controllers=slurmapiclients,slurmnodes", "--enable-node-replacement=false");
    off.simulation(
            world -> {
              off.machine(world, "m1", "worker-0");
              world.run(Duration.ofSeconds(2));
              off.slurm().drain("worker-0", "[node_problem] gpu_check: ecc");
              world.run(ROUND.multipliedBy(3));
              assertThat(said(world, "m1", ConditionTypes.HARDWARE)).isEmpty();
              assertThat(off.slurm().updates()).isEmpty();
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-checks-7")
  void undrainsANodeWhoseWorkerArrivedAfterTheDrain() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0");
          world.run(Duration.ofSeconds(2));
          checks.slurm().drain("worker-0", "[node_problem] gpu_check: ecc");
          ChecksWorld.evict(world, "worker-0");
          world.run(Duration.ofSeconds(2));
          pod(world, "worker-0", "m1");

          world.await("undrained", () -> !checks.slurm().isDrained("worker-0"));

          assertThat(checks.slurm().updates()).containsExactly("worker-0 UNDRAIN");
          assertThat(said(world, "m1", ConditionTypes.HARDWARE)).isEmpty();
        });
  }

  @Test
  void cancelledMaintenanceUndrainsTheNodes() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0", "worker-1");
          mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");
          awaitMark(world, "m1", ConditionTypes.MAINTENANCE, "True/NodeDraining");
          assertThat(checks.slurm().reason("worker-0")).isEqualTo(REPLACEMENT);

          mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "False", "Never");
          awaitMark(world, "m1", ConditionTypes.MAINTENANCE, "False/NodeUndrained");
          world.await(
              "undrained",
              () -> !checks.slurm().isDrained("worker-0") && !checks.slurm().isDrained("worker-1"));
          world.awaitSilence(ROUND.multipliedBy(2));
          assertThat(exists(world, "m1")).isTrue();
        });
  }

  @Test
  void keepsADrainOfAnAdministrator() {
    run(
        world -> {
          checks.machine(world, "m1", "worker-0", "worker-1");
          checks.slurm().drain("worker-1", "cables: ask Ann");
          checks.slurm().drain("worker-0", "Kill task failed");
          awaitMark(world, "m1", ConditionTypes.DEGRADED, "True/NodeNeedReboot");
          assertThat(checks.slurm().reason("worker-1")).isEqualTo("cables: ask Ann");
          world.run(Duration.ofSeconds(5));

          mark(world, "m1", ConditionTypes.DEGRADED, "False", "NodeRebooted");
          world.await("undrained", () -> !checks.slurm().isDrained("worker-0"));
          world.run(ROUND.multipliedBy(2));

          assertThat(checks.slurm().isDrained("worker-1")).isTrue();
        });
  }

  @Test
  void neverDrainsNodesThatCannotBeRead() {
    for (SlurmFault fault : SlurmFault.values()) {
      run(
          world -> {
            checks.machine(world, "m1", "worker-0");
            world.run(Duration.ofSeconds(2));
            checks.slurm().greedyUser(Duration.ofHours(10));
            checks.servers().failFromNowOn(fault);
            mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");
            world.run(Duration.ofMinutes(30));
            assertThat(said(world, "m1", ConditionTypes.MAINTENANCE)).isEmpty();

            checks.servers().mend();
            world.run(Duration.ofMinutes(30));
            assertThat(checks.slurm().isDrained("worker-0")).isTrue();
            assertThat(said(world, "m1", ConditionTypes.MAINTENANCE)).isEmpty();
            assertThat(checks.slurm().jobsOn("m1")).isNotEmpty();
          });
    }
  }

  @Test
  void reportsAMissingKey() {
    run(
        world -> {
          world
              .objects()
              .delete(Secret.class, ObjectKey.of(ChecksWorld.NAMESPACE, "c-rest-jwt-key"));
          world.kill("checks");
          world.restart("checks");
          world.await(
              "the event",
              () ->
                  world.objects().list(Event.class, ChecksWorld.NAMESPACE).stream()
                      .anyMatch(
                          event ->
                              event.getReason().equals("SlurmNotReachable")
                                  && event.getInvolvedObject().getKind().equals("SlurmCluster")
                                  && event.getMessage().contains("soperator/c-rest-jwt-key")));
        });
  }

  @Test
  void anUnresponsiveClusterDoesNotDelayOthers() {
    run(
        world -> {
          var other =
              ChecksWorld.yaml(
                  SlurmCluster.class,
                  Json.yaml(world.objects().fetch(SlurmCluster.class, ChecksWorld.CLUSTER)));
          other.getMetadata().setName("a-dead-one");
          other.getMetadata().setResourceVersion(null);
          other.getMetadata().setUid(null);
          world.objects().create(other);
          checks.machine(world, "m1", "worker-0");
          checks.slurm().drain("worker-0", "Kill task failed");

          awaitMark(world, "m1", ConditionTypes.DEGRADED, "True/NodeNeedReboot");
        });
  }
}
