package io.coxswain.slurm.rebooter;

import static io.coxswain.slurm.checks.ChecksWorld.awaitMark;
import static io.coxswain.slurm.checks.ChecksWorld.evict;
import static io.coxswain.slurm.checks.ChecksWorld.mark;
import static io.coxswain.slurm.checks.ChecksWorld.message;
import static io.coxswain.slurm.checks.ChecksWorld.said;
import static io.coxswain.slurm.checks.ChecksWorld.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.coxswain.slurm.checks.ChecksWorld;
import io.coxswain.slurm.marks.ConditionTypes;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RebooterScenarioTest {
  private static final Duration LOOP = Duration.ofMinutes(1);
  private SimulatedMachine machine = new SimulatedMachine(Env.production().clock());

  private Simulation simulation(Script script) {
    return Simulation.named("rebooter")
        .timedByReason("SlurmNode", "as upstream, a drain and a reboot begin with their reason")
        .given(RebooterScenarioTest::install)
        .before(world -> machine = new SimulatedMachine(world.env().clock()))
        .process("rebooter", env -> RebooterProcess.of(env, "m1", machine).run())
        .script(script);
  }

  private static void install(World world) throws Exception {
    world
        .objects()
        .create(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(ChecksWorld.NAMESPACE)
                .endMetadata()
                .build());
    world.objects().create(yaml(Node.class, "{metadata: {name: m1}, spec: {}}"));
  }

  private static void plainPod(World world, String name) throws Exception {
    world
        .objects()
        .create(
            yaml(
                Pod.class,
                "{metadata: {name: %s, namespace: soperator}, spec: {nodeName: m1, containers: [{name: c, image: i}]}}"
                    .formatted(name)));
  }

  private static Node node(World world) throws Exception {
    return world.objects().fetch(Node.class, ObjectKey.of("m1"));
  }

  private static boolean closed(World world) throws Exception {
    List<Taint> taints = node(world).getSpec().getTaints();
    boolean tainted =
        taints.stream()
            .anyMatch(
                t ->
                    t.getKey().equals("node.kubernetes.io/NoExecute")
                        && t.getEffect().equals("NoExecute")
                        && "true".equals(t.getValue()));
    boolean cordoned = Boolean.TRUE.equals(node(world).getSpec().getUnschedulable());
    assertThat(tainted).isEqualTo(cordoned);
    return tainted;
  }

  @Test
  @Scenario("soperator-checks-16")
  void aDrainWaitsUntilThePodsAreDeleted() {
    simulation(
            world -> {
              plainPod(world, "plain");
              mark(world, "m1", ConditionTypes.DRAIN, "True", "NodeNeedDrain");

              world.await("closed", () -> closed(world));
              world.run(LOOP.multipliedBy(5));
              assertThat(said(world, "m1", ConditionTypes.DRAIN)).isEqualTo("True/NodeDraining");
              assertThat(message(world, "m1", ConditionTypes.DRAIN)).contains("Node is draining");

              evict(world, "plain");
              awaitMark(world, "m1", ConditionTypes.DRAIN, "True/NodeDrained");
              assertThat(message(world, "m1", ConditionTypes.DRAIN))
                  .contains("Node has been drained");
              assertThat(machine.commands()).isZero();
              world.awaitSilence(LOOP.multipliedBy(5));
            })
        .run(1);
  }

  @Test
  void ignoresPodsThatTolerateTheTaint() {
    simulation(
            world -> {
              world.objects().create(yaml(Pod.class, DAEMON));
              world.objects().create(yaml(Pod.class, TOLERANT));
              mark(world, "m1", ConditionTypes.DRAIN, "True", "NodeNeedDrain");
              awaitMark(world, "m1", ConditionTypes.DRAIN, "True/NodeDrained");
            })
        .run(1);
  }

  @Test
  @Scenario("soperator-checks-17")
  void rebootsOnceAndComesBackOnce() {
    simulation(
            world -> {
              plainPod(world, "plain");
              world.run(Duration.ofSeconds(10));
              mark(world, "m1", ConditionTypes.REBOOT, "True", "NodeNeedReboot");
              world.await("closed", () -> closed(world));
              world.run(LOOP.multipliedBy(3));
              assertThat(machine.commands()).as("not while a pod is there").isZero();
              evict(world, "plain");

              world.await("the command", () -> machine.commands() > 0);
              assertThat(said(world, "m1", ConditionTypes.DRAIN)).isEqualTo("True/NodeDrained");
              assertThat(said(world, "m1", ConditionTypes.REBOOT)).isEqualTo("True/NodeRebooting");
              world.run(LOOP.multipliedBy(3));
              assertThat(machine.commands()).as("slow to go down").isEqualTo(1);

              world.kill("rebooter");
              machine.boot(world.env().clock());
              world.restart("rebooter");
              awaitMark(world, "m1", ConditionTypes.REBOOT, "True/NodeRebooted");
              assertThat(said(world, "m1", ConditionTypes.DRAIN)).isEqualTo("False/NodeUndrained");
              assertThat(closed(world)).isFalse();
              world.awaitSilence(LOOP.multipliedBy(5));
              assertThat(machine.commands()).isEqualTo(1);
            })
        .run(1);
  }

  @Test
  void doesNotRebootAHostThatBootedAfterTheRequest() {
    simulation(
            world -> {
              mark(world, "m1", ConditionTypes.REBOOT, "True", "NodeNeedReboot");
              world.kill("rebooter");
              world.run(Duration.ofSeconds(5));
              machine.boot(world.env().clock());
              world.restart("rebooter");
              awaitMark(world, "m1", ConditionTypes.REBOOT, "True/NodeRebooted");
              assertThat(machine.commands()).isZero();
            })
        .run(1);
  }

  @Test
  void uncordonsTheNodeWhenTheDrainIsCancelled() {
    simulation(
            world -> {
              mark(world, "m1", ConditionTypes.DRAIN, "True", "NodeNeedDrain");
              awaitMark(world, "m1", ConditionTypes.DRAIN, "True/NodeDrained");
              assertThat(closed(world)).isTrue();
              mark(world, "m1", ConditionTypes.DRAIN, "False", "NodeRebooted");
              world.await("open", () -> !closed(world));
              world.awaitSilence(LOOP.multipliedBy(5));
            })
        .run(1);
  }

  @Test
  void doesNothingWithoutARequest() {
    simulation(
            world -> {
              plainPod(world, "plain");
              world
                  .objects()
                  .edit(Node.class, ObjectKey.of("m1"), n -> n.getSpec().setUnschedulable(true));
              world.run(Duration.ofHours(1));
              assertThat(world.writes("rebooter")).isZero();
              assertThat(node(world).getSpec().getUnschedulable()).isTrue();
            })
        .run(1);
  }

  @Test
  void exitsIfTheBootTimeIsUnreadable() {
    assertThatThrownBy(
            () ->
                simulation(
                        world -> {
                          machine.blind(true);
                          mark(world, "m1", ConditionTypes.REBOOT, "True", "NodeNeedReboot");
                          world.run(LOOP.multipliedBy(5));
                        })
                    .run(1))
        .hasMessageContaining("process rebooter failed")
        .hasStackTraceContaining("failed to get the boot time of the node");
    assertThat(machine.commands()).isZero();
  }

  @Test
  void survivesEveryFaultAtEveryWrite() {
    Simulation life =
        simulation(
            world -> {
              plainPod(world, "plain");
              world.run(Duration.ofSeconds(10));
              mark(world, "m1", ConditionTypes.REBOOT, "True", "NodeNeedReboot");
              world.await("closed", () -> closed(world));
              assertThat(machine.commands()).isZero();
              evict(world, "plain");
              world.await("the command", () -> machine.commands() > 0);
              assertThat(said(world, "m1", ConditionTypes.REBOOT)).isEqualTo("True/NodeRebooting");
              world.run(Duration.ofSeconds(20));
              machine.boot(world.env().clock());
              awaitMark(world, "m1", ConditionTypes.REBOOT, "True/NodeRebooted");
              world.await("open", () -> !closed(world));
              world.awaitSilence(LOOP.multipliedBy(10));
              assertThat(machine.commands()).isEqualTo(1);
              world.objects().delete(Node.class, ObjectKey.of("m1"));
            });

    var summary = Sweep.of(life, "rebooter").faults(Fault.values()).run();

    assertThat(summary.writes()).isGreaterThanOrEqualTo(6);
    assertThat(summary.failed()).isZero();
  }

  private static final String DAEMON =
      """
      metadata:
        name: cni
        namespace: soperator
        ownerReferences:
          - {apiVersion: apps/v1, kind: DaemonSet, name: cni, uid: 11111111-2222-3333-4444-555555555555}
      spec: {nodeName: m1, containers: [{name: c, image: i}]}
      """;

  private static final String TOLERANT =
      """
      metadata: {name: tolerant, namespace: soperator}
      spec:
        nodeName: m1
        containers: [{name: c, image: i}]
        tolerations: [{operator: Exists}]
      """;
}
