package io.coxswain.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What {@code kubectl debug} adds to a pod of a process node. */
final class EphemeralContainersScenarioTest {
  private static final ObjectKey POD = ObjectKey.of("default", "p");

  private static Simulation cluster() {
    return Simulation.named("ephemeral containers")
        .program("work", ScriptedProgram.taking(Duration.ofMinutes(10)))
        .process(
            "node",
            env -> {
              Manager manager = Manager.builder(env).name("node").build();
              ProcessNodes.register(manager, ProcessNodeOptions.nodes(1, Path.of("/data")));
              manager.run();
            });
  }

  @Test
  void anEphemeralContainerRunsOnceAndHasAStatus() {
    var runs = new AtomicInteger();
    cluster()
        .program(
            "look",
            call -> {
              runs.incrementAndGet();
              call.work(Duration.ofSeconds(5));
              return 3;
            })
        .script(
            world -> {
              create(world);
              debug(world, "{name: debug, image: busybox, command: [look]}");
              world.await("runs", () -> status(world).getState().getRunning() != null);
              world.await("ended", () -> status(world).getState().getTerminated() != null);
              world.run(Duration.ofMinutes(1));

              assertThat(status(world).getState().getTerminated().getExitCode()).isEqualTo(3);
              assertThat(status(world).getRestartCount()).isZero();
              assertThat(runs).hasValue(1);
              assertThat(fetch(world).getStatus().getPhase()).isEqualTo("Running");
            })
        .run(1);
  }

  @Test
  void runsAShellWithoutACommand() {
    var arguments = new java.util.ArrayList<String>();
    cluster()
        .program(
            "/bin/sh",
            call -> {
              arguments.addAll(call.command().arguments());
              assertThat(call.command().input()).isTrue();
              return 0;
            })
        .script(
            world -> {
              create(world);
              debug(world, "{name: debug, image: busybox, stdin: true, targetContainerName: c}");
              world.await("ended", () -> status(world).getState().getTerminated() != null);
              world.run(Duration.ofSeconds(5));

              assertThat(arguments).containsExactly("/bin/sh");
              assertThat(world.objects().list(Event.class, "default"))
                  .extracting(Event::getMessage)
                  .contains(
                      "process nodes have no namespaces of containers; ephemeral container debug"
                          + " sees all processes, not only those of its target c");
            })
        .run(2);
  }

  @Test
  void endsWithItsPod() {
    var alive = new AtomicInteger();
    cluster()
        .program(
            "look",
            call -> {
              alive.incrementAndGet();
              try {
                call.work(Duration.ofHours(1));
                return 0;
              } finally {
                alive.decrementAndGet();
              }
            })
        .script(
            world -> {
              create(world);
              debug(world, "{name: debug, image: busybox, command: [look]}");
              world.await("runs", () -> alive.get() == 1);

              world.await(
                  "pod ended", () -> fetch(world).getStatus().getPhase().equals("Succeeded"));
              world.await("container ended", () -> alive.get() == 0);
              assertThat(status(world).getState().getTerminated().getExitCode()).isEqualTo(137);
            })
        .run(3);
  }

  private static void create(World world) throws Exception {
    world
        .objects()
        .create(
            Json.yamlMapper()
                .readValue(
                    """
                    metadata: {name: p, namespace: default}
                    spec:
                      nodeName: node-0
                      restartPolicy: Never
                      containers: [{name: c, image: i, command: [work]}]
                    """,
                    Pod.class));
    world.await("Running", () -> "Running".equals(fetch(world).getStatus().getPhase()));
  }

  private static void debug(World world, String container) throws Exception {
    String patch =
        Json.yamlMapper().readTree("{spec: {ephemeralContainers: [" + container + "]}}").toString();
    var response =
        world
            .objects()
            .call(
                ApiRequest.of("PATCH", "/api/v1/namespaces/default/pods/p/ephemeralcontainers")
                    .body(
                        "application/strategic-merge-patch+json",
                        patch.getBytes(StandardCharsets.UTF_8)));
    assertThat(response.status()).isEqualTo(200);
    world.await(
        "a status", () -> !fetch(world).getStatus().getEphemeralContainerStatuses().isEmpty());
  }

  private static Pod fetch(World world) throws Exception {
    return world.objects().fetch(Pod.class, POD);
  }

  private static ContainerStatus status(World world) throws Exception {
    return fetch(world).getStatus().getEphemeralContainerStatuses().getFirst();
  }
}
