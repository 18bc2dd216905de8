package io.coxswain.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Pods from their creation to their end, with the scheduler and process nodes. */
final class PodLifeScenarioTest {
  private static final ObjectKey POD = ObjectKey.of("default", "p");

  @Test
  void aPodIsScheduledRunsAndSucceeds() {
    cluster()
        .program("work", ScriptedProgram.taking(Duration.ofSeconds(30)))
        .script(
            world -> {
              world.objects().create(pod("Never", "work").build());
              world.await("Running", () -> phase(world).equals("Running"));
              Pod running = world.objects().fetch(Pod.class, POD);
              assertThat(running.getSpec().getNodeName()).isEqualTo("node-0");
              assertThat(running.getStatus().getPodIP()).startsWith("10.");
              assertThat(condition(running, "Ready")).isEqualTo("True");

              world.await("Succeeded", () -> phase(world).equals("Succeeded"));
              var ended = container(world).getState().getTerminated();
              assertThat(ended.getReason()).isEqualTo("Completed");
              assertThat(
                      Duration.between(
                          Instant.parse(ended.getStartedAt()),
                          Instant.parse(ended.getFinishedAt())))
                  .isBetween(Duration.ofSeconds(29), Duration.ofSeconds(31));
            })
        .run(1);
  }

  @Test
  void everyPodOfManyGetsANodeAndAnAddressOfItsOwn() {
    cluster()
        .program("work", ScriptedProgram.taking(Duration.ofSeconds(30)))
        .script(
            world -> {
              world.await("the node", () -> !world.objects().list(Node.class, "").isEmpty());
              world.run(Duration.ofSeconds(5));
              for (int i = 0; i < 4; i++) {
                String name = "p-" + i;
                world
                    .objects()
                    .create(
                        pod("Never", "work").editMetadata().withName(name).endMetadata().build());
              }
              world.await(
                  "all run",
                  () ->
                      world.objects().list(Pod.class, "default").stream()
                          .allMatch(p -> "Running".equals(p.getStatus().getPhase())),
                  Duration.ofSeconds(5));
              assertThat(world.objects().list(Pod.class, "default"))
                  .extracting(p -> p.getStatus().getPodIP())
                  .doesNotHaveDuplicates();
            })
        .run(12);
  }

  @Test
  void aFailingContainerIsRestartedWithGrowingDelay() {
    var starts = new ArrayList<Instant>();
    var world0 = new World[1];
    cluster()
        .program(
            "work",
            call -> {
              starts.add(world0[0].now());
              return starts.size() < 5 ? 1 : 0;
            })
        .script(
            world -> {
              world0[0] = world;
              world.objects().create(pod("OnFailure", "work").build());
              world.await("Succeeded", () -> phase(world).equals("Succeeded"));
              assertThat(container(world).getRestartCount()).isEqualTo(4);
            })
        .run(2);

    var gaps = new ArrayList<Long>();
    for (int i = 1; i < starts.size(); i++) {
      gaps.add(Duration.between(starts.get(i - 1), starts.get(i)).toSeconds());
    }
    assertThat(gaps).containsExactly(0L, 1L, 2L, 4L);
  }

  @Test
  void aDeletedPodGetsItsGracePeriod() {
    cluster()
        .program("work", ScriptedProgram.taking(Duration.ofHours(1)))
        .script(
            world -> {
              world.objects().create(pod("Always", "work").build());
              world.await("Running", () -> phase(world).equals("Running"));
              world.objects().delete(Pod.class, POD);
              world.await("gone", () -> isGone(world), Duration.ofSeconds(5));
            })
        .run(3);
  }

  @Test
  void killsAProgramThatIgnoresTheSignalAfterTheGracePeriod() {
    var deaf = new AtomicInteger();
    cluster()
        .program(
            "work",
            call -> {
              call.ignoreTermination();
              deaf.incrementAndGet();
              call.work(Duration.ofHours(1));
              return 0;
            })
        .script(
            world -> {
              world.objects().create(pod("Always", "work").build());
              world.await("Running", () -> phase(world).equals("Running") && deaf.get() == 1);
              world.objects().delete(Pod.class, POD);
              world.run(Duration.ofSeconds(9));
              assertThat(isGone(world)).isFalse();
              world.await("gone", () -> isGone(world), Duration.ofSeconds(5));
            })
        .run(4);
  }

  @Test
  void forceDeletingAPodKillsItsProcess() {
    var alive = new AtomicInteger();
    cluster()
        .program(
            "work",
            call -> {
              alive.incrementAndGet();
              try {
                call.ignoreTermination();
                call.work(Duration.ofHours(1));
                return 0;
              } finally {
                alive.decrementAndGet();
              }
            })
        .script(
            world -> {
              world.objects().create(pod("Always", "work").build());
              world.await("Running", () -> phase(world).equals("Running"));
              world
                  .objects()
                  .call(
                      ApiRequest.of("DELETE", "/api/v1/namespaces/default/pods/p")
                          .with("gracePeriodSeconds", "0"));
              assertThat(isGone(world)).isTrue();
              world.await("its process has ended", () -> alive.get() == 0);
            })
        .run(5);
  }

  @Test
  void aFinalizerKeepsThePodButNotItsContainers() {
    cluster()
        .program("work", ScriptedProgram.taking(Duration.ofHours(1)))
        .script(
            world -> {
              world
                  .objects()
                  .create(
                      pod("Never", "work")
                          .editMetadata()
                          .addToFinalizers("example.com/hold")
                          .endMetadata()
                          .build());
              world.await("Running", () -> phase(world).equals("Running"));
              world.objects().delete(Pod.class, POD);
              world.await("Failed", () -> phase(world).equals("Failed"));
              assertThat(container(world).getState().getTerminated().getExitCode()).isEqualTo(143);
              world.awaitSilence(Duration.ofMinutes(1));
              world.objects().edit(Pod.class, POD, p -> p.getMetadata().setFinalizers(List.of()));
              world.await("gone", () -> isGone(world));
            })
        .run(6);
  }

  @Test
  void restartsAContainerAfterANodeCrashAccordingToTheRestartPolicy() {
    cluster()
        .program("work", ScriptedProgram.taking(Duration.ofMinutes(1)))
        .script(
            world -> {
              world.objects().create(pod("OnFailure", "work").build());
              world.await("Running", () -> phase(world).equals("Running"));
              world.run(Duration.ofSeconds(10));
              world.kill("node");
              world.run(Duration.ofSeconds(10));
              world.restart("node");
              world.await("Succeeded", () -> phase(world).equals("Succeeded"));
              assertThat(container(world).getRestartCount()).isEqualTo(1);
              var last = container(world).getLastState().getTerminated();
              assertThat(last.getReason()).isEqualTo("ContainerStatusUnknown");
              assertThat(last.getExitCode()).isEqualTo(137);
            })
        .run(7);
  }

  @Test
  void aPodThatNeverRestartsFailsWhenItsNodeCrashes() {
    cluster()
        .program("work", ScriptedProgram.taking(Duration.ofMinutes(1)))
        .script(
            world -> {
              world.objects().create(pod("Never", "work").build());
              world.await("Running", () -> phase(world).equals("Running"));
              world.kill("node");
              world.restart("node");
              world.await("Failed", () -> phase(world).equals("Failed"));
            })
        .run(8);
  }

  @Test
  void aPodThatFitsNowhereWaitsUntilItFits() {
    cluster()
        .program("work", ScriptedProgram.taking(Duration.ofSeconds(5)))
        .script(
            world -> {
              world.await(
                  "the node",
                  () -> world.objects().find(Node.class, ObjectKey.of("node-0")).isPresent());
              world
                  .objects()
                  .create(
                      pod("Never", "work")
                          .editSpec()
                          .editContainer(0)
                          .withNewResources()
                          .addToRequests("cpu", new Quantity("5"))
                          .endResources()
                          .endContainer()
                          .endSpec()
                          .build());
              world.await(
                  "Unschedulable",
                  () ->
                      world
                          .objects()
                          .fetch(Pod.class, POD)
                          .getStatus()
                          .getConditions()
                          .toString()
                          .contains("0/1 nodes are available: 1 Insufficient cpu."));
              Pod pod = world.objects().fetch(Pod.class, POD);
              assertThat(condition(pod, "PodScheduled")).isEqualTo("False");

              world.start(
                  "big",
                  env ->
                      node(
                          env,
                          ProcessNodeOptions.nodes(
                              List.of("big"),
                              Path.of("/data"),
                              new ProcessNodeOptions.MachineProfile(
                                  new java.util.TreeMap<>(
                                      java.util.Map.of(
                                          "cpu", new Quantity("8"), "pods", new Quantity("10"))),
                                  "linux",
                                  "amd64"))));
              world.await("Succeeded", () -> phase(world).equals("Succeeded"));
              assertThat(world.objects().fetch(Pod.class, POD).getSpec().getNodeName())
                  .isEqualTo("big");
            })
        .run(9);
  }

  @Test
  void reportsAContainerWithoutACommand() {
    cluster()
        .script(
            world -> {
              world
                  .objects()
                  .create(
                      pod("Never", "work")
                          .editSpec()
                          .editContainer(0)
                          .withCommand(List.of())
                          .endContainer()
                          .endSpec()
                          .build());
              world.await("Failed", () -> phase(world).equals("Failed"));
              var ended = container(world).getState().getTerminated();
              assertThat(ended.getReason()).isEqualTo("StartError");
              assertThat(ended.getMessage()).contains("no command specified").contains("image");
            })
        .run(10);
  }

  @Test
  void anInitContainerRunsBeforeTheOthers() {
    var order = new ArrayList<String>();
    cluster()
        .program(
            "prepare",
            call -> {
              call.work(Duration.ofSeconds(3));
              order.add("prepared");
              return 0;
            })
        .program(
            "work",
            call -> {
              order.add("worked");
              return 0;
            })
        .script(
            world -> {
              world
                  .objects()
                  .create(
                      pod("Never", "work")
                          .editSpec()
                          .addNewInitContainer()
                          .withName("init")
                          .withImage("none")
                          .withCommand("prepare")
                          .endInitContainer()
                          .endSpec()
                          .build());
              world.await("Succeeded", () -> phase(world).equals("Succeeded"));
            })
        .run(11);

    assertThat(order).containsExactly("prepared", "worked");
  }

  private static Simulation cluster() {
    return Simulation.named("pod life")
        .process("scheduler", PodLifeScenarioTest::scheduler)
        .process("node", env -> node(env, ProcessNodeOptions.nodes(1, Path.of("/data"))));
  }

  private static void scheduler(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("scheduler").build();
    Scheduler.register(manager);
    manager.run();
  }

  private static void node(Env env, ProcessNodeOptions options) throws Exception {
    Manager manager = Manager.builder(env).name("node").build();
    ProcessNodes.register(manager, options);
    manager.run();
  }

  private static PodBuilder pod(String restartPolicy, String command) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(POD.namespace())
        .withName(POD.name())
        .endMetadata()
        .withNewSpec()
        .withRestartPolicy(restartPolicy)
        .withTerminationGracePeriodSeconds(10L)
        .addNewContainer()
        .withName("c")
        .withImage("none")
        .withCommand(command)
        .endContainer()
        .endSpec();
  }

  private static String phase(World world) throws Exception {
    return world.objects().fetch(Pod.class, POD).getStatus().getPhase();
  }

  private static boolean isGone(World world) throws Exception {
    return world.objects().find(Pod.class, POD).isEmpty();
  }

  private static ContainerStatus container(World world) throws Exception {
    return world.objects().fetch(Pod.class, POD).getStatus().getContainerStatuses().getFirst();
  }

  private static String condition(Pod pod, String type) {
    return pod.getStatus().getConditions().stream()
        .filter(c -> c.getType().equals(type))
        .map(c -> c.getStatus())
        .findFirst()
        .orElse("");
  }
}
