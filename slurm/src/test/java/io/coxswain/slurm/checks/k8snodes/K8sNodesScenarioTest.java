package io.coxswain.slurm.checks.k8snodes;

import static io.coxswain.slurm.checks.ChecksWorld.awaitMark;
import static io.coxswain.slurm.checks.ChecksWorld.exists;
import static io.coxswain.slurm.checks.ChecksWorld.mark;
import static io.coxswain.slurm.checks.ChecksWorld.message;
import static io.coxswain.slurm.checks.ChecksWorld.said;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.evidence.Scenario;
import io.coxswain.slurm.checks.ChecksWorld;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.marks.NodeConditions;
import io.coxswain.slurm.simulated.SlurmFault;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class K8sNodesScenarioTest {
  private static final ChecksWorld NODES = ChecksWorld.with("--controllers=k8snodes");
  private static final ChecksWorld BOTH = ChecksWorld.with("--controllers=slurmnodes,k8snodes");

  @Test
  @Scenario("soperator-checks-4")
  void scheduledMaintenanceDrainsAndThenDeletesTheNode() {
    BOTH.simulation(
            world -> {
              BOTH.machine(world, "m1", "worker-0", "worker-1");
              BOTH.machine(world, "m2", "worker-2");
              BOTH.slurm().run("last", Duration.ofMinutes(10), "COMPLETED", "worker-1");
              mark(world, "m1", ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");

              world.await(
                  "both drained",
                  () -> BOTH.slurm().isDrained("worker-0") && BOTH.slurm().isDrained("worker-1"));
              assertThat(BOTH.slurm().reason("worker-0"))
                  .isEqualTo("[compute_maintenance] node replacement process")
                  .isEqualTo(BOTH.slurm().reason("worker-1"));
              world.run(Duration.ofMinutes(5));
              assertThat(said(world, "m1", ConditionTypes.MAINTENANCE)).isEmpty();
              assertThat(said(world, "m1", ConditionTypes.DRAIN)).isEmpty();

              awaitMark(world, "m1", ConditionTypes.MAINTENANCE, "True/NodeDraining");
              awaitMark(world, "m1", ConditionTypes.DRAIN, "True/NodeNeedDrain");
              assertThat(message(world, "m1", ConditionTypes.DRAIN))
                  .contains("Maintenance is scheduled on k8s node");
              world.run(Duration.ofMinutes(5));
              assertThat(exists(world, "m1")).isTrue();

              mark(world, "m1", ConditionTypes.DRAIN, "True", "NodeDrained");
              world.await("m1 gone", () -> !exists(world, "m1"));
              assertThat(exists(world, "m2")).isTrue();
              assertThat(BOTH.slurm().isDrained("worker-2")).isFalse();
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-checks-5")
  void neverDrainsANodeWithAnIgnoredLabel() {
    var checks =
        ChecksWorld.with(
            "--controllers=slurmnodes,k8snodes",
            "--maintenance-ignore-node-labels=slurm.nebius.ai/nodeset=nfs");
    checks
        .simulation(
            world -> {
              checks.machine(world, "m1");
              checks.machine(world, "m2");
              world
                  .objects()
                  .edit(
                      Node.class,
                      ObjectKey.of("m1"),
                      node ->
                          node.getMetadata()
                              .setLabels(
                                  new TreeMap<>(
                                      ChecksWorld.labels("slurm.nebius.ai/nodeset", "nfs"))));
              for (String machine : new String[] {"m1", "m2"}) {
                mark(world, machine, ConditionTypes.MAINTENANCE_SCHEDULED, "True", "Soon");
                mark(world, machine, ConditionTypes.HARDWARE, "True", "Platform");
              }

              awaitMark(world, "m2", ConditionTypes.DRAIN, "True/NodeNeedDrain");
              world.run(Duration.ofMinutes(30));
              assertThat(said(world, "m1", ConditionTypes.DRAIN)).isEmpty();
              assertThat(exists(world, "m1")).isTrue();
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-checks-8")
  void deletesASilentNodeAfterTheTimeout() {
    NODES
        .simulation(
            world -> {
              NODES.machine(world, "m1");
              mark(world, "m1", ConditionTypes.READY, "Unknown", "NodeStatusUnknown");
              world.run(Duration.ofMinutes(14));
              mark(world, "m1", "MemoryPressure", "True", "Nothing"); // of no interest
              assertThat(exists(world, "m1")).isTrue();
              world.run(Duration.ofSeconds(60));
              assertThat(exists(world, "m1")).isTrue();
              world.run(Duration.ofSeconds(31));
              assertThat(exists(world, "m1")).isFalse();
            })
        .run(1);
    assertThat(
            K8sNodePlan.of(
                    NodeConditions.of(silentFor(Duration.ofMinutes(14))),
                    false,
                    new K8sNodePlan.Rules(Optional.of(Duration.ofMinutes(15))),
                    NOW)
                .lookAgain())
        .contains(Duration.ofSeconds(90));
    var never = ChecksWorld.with("--controllers=k8snodes", "--delete-not-ready-nodes=false");
    never
        .simulation(
            world -> {
              never.machine(world, "m1");
              mark(world, "m1", ConditionTypes.READY, "False", "KubeletNotReady");
              world.run(Duration.ofHours(5));
              assertThat(exists(world, "m1")).isTrue();
            })
        .run(1);
  }

  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private static Node silentFor(Duration time) {
    return ChecksWorld.yaml(
        Node.class,
        "{status: {conditions: [{type: Ready, status: Unknown, lastTransitionTime: \"%s\"}]}}"
            .formatted(NOW.minus(time)));
  }

  @Test
  void keepsASilentNodeWhoseSlurmNodesStillWork() {
    NODES
        .simulation(
            world -> {
              NODES.machine(world, "m1", "worker-0");
              NODES.slurm().run("long", Duration.ofHours(2), "COMPLETED", "worker-0");
              mark(world, "m1", ConditionTypes.READY, "Unknown", "NodeStatusUnknown");
              world.run(Duration.ofHours(1));
              assertThat(exists(world, "m1")).isTrue();
              assertThat(NODES.slurm().isDrained("worker-0")).isTrue();

              world.await("m1 gone", () -> !exists(world, "m1"), Duration.ofHours(2));
              assertThat(NODES.slurm().jobsOn("m1")).isEmpty();
            })
        .run(1);
  }

  @Test
  void keepsANodeWhileSlurmIsUnavailable() {
    NODES
        .simulation(
            world -> {
              NODES.machine(world, "m1", "worker-0");
              NODES.servers().failFromNowOn(SlurmFault.MISSING_NODE);
              mark(world, "m1", ConditionTypes.READY, "Unknown", "NodeStatusUnknown");
              mark(world, "m1", ConditionTypes.DEGRADED, "True", "NodeNeedReboot");
              mark(world, "m1", ConditionTypes.HARDWARE, "True", "Platform");
              world.run(Duration.ofHours(1));
              assertThat(exists(world, "m1")).isTrue();
              assertThat(said(world, "m1", ConditionTypes.REBOOT)).isEmpty();
              assertThat(said(world, "m1", ConditionTypes.DRAIN)).isEmpty();

              NODES.servers().mend();
              awaitMark(world, "m1", ConditionTypes.REBOOT, "True/NodeNeedReboot");
              awaitMark(world, "m1", ConditionTypes.DRAIN, "True/NodeNeedDrain");
            })
        .run(1);
  }

  @Test
  void suspicionByThePlatformWaitsForTheJobsThere() {
    NODES
        .simulation(
            world -> {
              NODES.machine(world, "m1", "worker-0");
              NODES.slurm().run("long", Duration.ofMinutes(30), "COMPLETED", "worker-0");
              mark(world, "m1", ConditionTypes.HARDWARE, "True", "Platform");
              world.run(Duration.ofMinutes(29));
              assertThat(said(world, "m1", ConditionTypes.DRAIN)).isEmpty();

              awaitMark(world, "m1", ConditionTypes.DRAIN, "True/NodeNeedDrain");
              assertThat(message(world, "m1", ConditionTypes.DRAIN))
                  .contains("Hardware issues suspected on k8s node");
              assertThat(NODES.slurm().jobsOn("m1")).isEmpty();
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-checks-9")
  void clearsAllConditionsInOneReconcileAfterTheReboot() {
    NODES
        .simulation(
            world -> {
              NODES.machine(world, "m1");
              mark(world, "m1", ConditionTypes.DEGRADED, "True", "NodeNeedReboot");
              awaitMark(world, "m1", ConditionTypes.REBOOT, "True/NodeNeedReboot");
              mark(world, "m1", ConditionTypes.DRAIN, "True", "NodeDraining");
              world.awaitSilence(Duration.ofMinutes(1));
              int before = world.writes("checks");
              mark(world, "m1", ConditionTypes.REBOOT, "True", "NodeRebooted");

              awaitMark(world, "m1", ConditionTypes.REBOOT, "False/NodeRebooted");
              assertThat(said(world, "m1", ConditionTypes.DRAIN)).isEqualTo("False/NodeRebooted");
              assertThat(said(world, "m1", ConditionTypes.DEGRADED))
                  .isEqualTo("False/NodeRebooted");
              assertThat(message(world, "m1", ConditionTypes.DEGRADED))
                  .contains("Node is rebooted");
              world.awaitSilence(Duration.ofMinutes(10));
              assertThat(world.writes("checks")).isEqualTo(before + 1);
            })
        .run(1);
  }
}
