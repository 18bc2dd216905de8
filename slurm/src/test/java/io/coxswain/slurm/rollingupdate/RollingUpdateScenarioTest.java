package io.coxswain.slurm.rollingupdate;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.slurm.client.NodeReboot;
import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.client.TestingSlurm;
import io.coxswain.slurm.operator.SlurmWorld;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workers that are to be replaced: the requests to Slurm, and what becomes of their pods. */
class RollingUpdateScenarioTest {
  private static final ObjectKey SET = ObjectKey.of("slurm", "gpu");

  @Test
  @Scenario("soperator-render-16")
  void stopsWorkersUpToTheBudgetAndDeletesThoseThatAreReady() {
    var slurm = new TestingSlurm();
    slurm.nodes = List.of(busy("gpu-0"), busy("gpu-1"), busy("gpu-2"));
    run(
        slurm,
        world -> {
          newImage(world);
          world.await("a reboot is asked for", () -> !slurm.reboots.isEmpty());

          NodeReboot reboot = slurm.reboots.getFirst();
          assertThat(reboot.nodes()).containsExactly("gpu-0", "gpu-1");
          assertThat(reboot.asap()).isTrue();
          assertThat(reboot.reason()).isEqualTo("soperator rolling update");
          assertThat(reboot.powerAction()).isEqualTo("soperator-worker-handoff");
          assertThat(phases(world)).containsExactly("stopping", "stopping", "");

          // Slurm drains them; nothing more is asked for, and no pod goes
          slurm.nodes =
              List.of(
                  busy("gpu-0").withStates(NodeState.MIXED, NodeState.REBOOT_REQUESTED),
                  busy("gpu-1").withStates(NodeState.MIXED, NodeState.REBOOT_REQUESTED),
                  busy("gpu-2"));
          world.run(Duration.ofMinutes(5));
          assertThat(slurm.reboots).hasSize(1);
          assertThat(phases(world)).hasSize(3);

          // the power action on the worker says that it is ready
          world
              .objects()
              .edit(
                  Pod.class,
                  ObjectKey.of("slurm", "gpu-1"),
                  pod -> pod.getMetadata().getLabels().put(WorkerSet.PHASE, WorkerSet.READY));
          world.await(
              "its pod goes",
              () -> world.objects().find(Pod.class, ObjectKey.of("slurm", "gpu-1")).isEmpty(),
              Duration.ofMinutes(2));
          assertThat(phases(world)).containsExactly("stopping", "");
        });
  }

  @Test
  @Scenario("soperator-render-17")
  void cancelsItsOwnObsoleteDrain() {
    var slurm = new TestingSlurm();
    SlurmNode stale =
        SlurmNode.named("gpu-0")
            .withStates(NodeState.IDLE, NodeState.DRAIN)
            .withReason("soperator rolling update : x", Instant.EPOCH);
    slurm.nodes = List.of(stale, busy("gpu-1"), busy("gpu-2"));
    run(
        slurm,
        world -> {
          newImage(world);
          world.await("the drain is taken back", () -> slurm.asked.contains("update gpu-0"));
          assertThat(slurm.reboots)
              .allSatisfy(reboot -> assertThat(reboot.nodes()).doesNotContain("gpu-0"));
        });
  }

  @Test
  void doesNotUndrainANodeThatIsDrainedForAnotherReasonAfterTheList() {
    var slurm = new TestingSlurm();
    SlurmNode stale =
        SlurmNode.named("gpu-0")
            .withStates(NodeState.IDLE, NodeState.DRAIN)
            .withReason("soperator rolling update", Instant.EPOCH);
    slurm.nodes = List.of(stale, busy("gpu-1"), busy("gpu-2"));
    slurm.reactions.put(
        "node gpu-0",
        () ->
            slurm.nodes =
                List.of(
                    stale.withReason("cables: ask Ann", Instant.EPOCH.plusSeconds(60)),
                    busy("gpu-1"),
                    busy("gpu-2")));
    run(
        slurm,
        world -> {
          newImage(world);
          world.await("a reboot is requested", () -> !slurm.reboots.isEmpty());
          world.run(Duration.ofMinutes(5));
          assertThat(slurm.asked).contains("node gpu-0").doesNotContain("update gpu-0");
        });
  }

  @Test
  void changesNothingWhileSlurmIsUnavailable() {
    var slurm = new TestingSlurm();
    slurm.failOn("nodes");
    run(
        slurm,
        world -> {
          newImage(world);
          world.await("it is asked", () -> slurm.asked.contains("nodes"));
          world.run(Duration.ofMinutes(20));
          assertThat(phases(world)).containsExactly("", "", "");
          assertThat(slurm.reboots).isEmpty();
        });
  }

  private static void run(TestingSlurm slurm, Script script) {
    Simulation.named("rolling update")
        .restartMatters("operator", "a start begins the next round at once")
        .given(
            world -> {
              SlurmWorld.define(world);
              SlurmWorld.foreign(world, KruiseStatefulSet.class);
              SlurmWorld.namespace(world, "slurm");
              world
                  .objects()
                  .create(
                      Json.yamlMapper().readValue(SlurmWorld.SMALL_CLUSTER, SlurmCluster.class));
              for (int i = 0; i < 3; i++) {
                pod(world, "gpu-" + i);
              }
              world
                  .objects()
                  .create(
                      Json.yamlMapper()
                          .readValue(
                              """
                              metadata:
                                name: gpu
                                namespace: slurm
                                labels:
                                  app.kubernetes.io/instance: c
                                  slurm.nebius.ai/rolling-update-enabled: "true"
                              spec:
                                replicas: 3
                                scaleStrategy: {maxUnavailable: 2}
                                selector: {matchLabels: {slurm.nebius.ai/nodeset: gpu}}
                                updateStrategy: {type: OnDelete}
                              """,
                              KruiseStatefulSet.class));
              status(world, "old", 3);
            })
        .process(
            "operator",
            SlurmWorld.operator((cluster, address) -> slurm, "--controllers=rollingupdate"))
        .script(script)
        .run(1);
  }

  private static SlurmNode busy(String name) {
    return SlurmNode.named(name).withStates(NodeState.MIXED);
  }

  private static void newImage(World world) throws Exception {
    world.run(Duration.ofSeconds(5));
    status(world, "new", 0);
  }

  private static void status(World world, String revision, int updated) throws Exception {
    KruiseStatefulSet set = world.objects().fetch(KruiseStatefulSet.class, SET);
    var status = new io.coxswain.api.kruise.KruiseStatefulSetStatus();
    status.setReplicas(3);
    status.setReadyReplicas(3);
    status.setUpdatedReplicas(updated);
    status.setUpdateRevision(revision);
    set.setStatus(status);
    world.objects().updateStatus(set);
  }

  private static void pod(World world, String name) throws Exception {
    Pod pod =
        world
            .objects()
            .create(
                new PodBuilder()
                    .withNewMetadata()
                    .withNamespace("slurm")
                    .withName(name)
                    .addToLabels("slurm.nebius.ai/nodeset", "gpu")
                    .addToLabels(WorkerSet.REVISION, "old")
                    .endMetadata()
                    .withNewSpec()
                    .addNewContainer()
                    .withName("slurmd")
                    .withImage("i")
                    .endContainer()
                    .endSpec()
                    .build());
    pod.getStatus()
        .setConditions(
            List.of(
                new io.fabric8.kubernetes.api.model.PodConditionBuilder()
                    .withType("Ready")
                    .withStatus("True")
                    .build()));
    world.objects().updateStatus(pod);
  }

  /** How far each worker is, by name of its pod. */
  private static List<String> phases(World world) throws Exception {
    return world.objects().list(Pod.class, "slurm").stream()
        .map(pod -> pod.getMetadata().getLabels().getOrDefault(WorkerSet.PHASE, ""))
        .toList();
  }
}
