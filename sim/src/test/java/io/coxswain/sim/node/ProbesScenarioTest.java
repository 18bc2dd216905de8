package io.coxswain.sim.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What process nodes ask containers, and tell them, beside starting and stopping them. */
final class ProbesScenarioTest {
  private static final ObjectKey POD = ObjectKey.of("default", "p");

  private static Simulation cluster() {
    return Simulation.named("probes")
        .program("work", ScriptedProgram.taking(Duration.ofHours(10)))
        .process(
            "cluster",
            env -> {
              Manager manager = Manager.builder(env).name("cluster").build();
              Scheduler.register(manager);
              ProcessNodes.register(manager, ProcessNodeOptions.nodes(1, Path.of("/data")));
              manager.run();
            });
  }

  private static void create(World world, String containerYaml) throws Exception {
    Pod pod =
        Json.yamlMapper()
            .readValue(
                """
                metadata: {name: p, namespace: default}
                spec:
                  terminationGracePeriodSeconds: 20
                  containers:
                  - name: c
                    image: i
                    command: [work]
                """
                    + containerYaml.indent(4),
                Pod.class);
    world.objects().create(pod);
  }

  private static Pod pod(World world) throws Exception {
    return world.objects().fetch(Pod.class, POD);
  }

  private static ContainerStatus status(World world) throws Exception {
    var all = pod(world).getStatus().getContainerStatuses();
    return all.isEmpty() ? new ContainerStatus() : all.getFirst();
  }

  @Test
  void aContainerIsReadyWhileItsProbeSucceeds() {
    var healthy = new AtomicBoolean();
    cluster()
        .program("check", call -> healthy.get() ? 0 : 1)
        .script(
            world -> {
              create(
                  world,
                  "readinessProbe: {exec: {command: [check]}, periodSeconds: 5, failureThreshold:"
                      + " 2}");
              world.await(
                  "runs",
                  () ->
                      status(world).getState() != null
                          && status(world).getState().getRunning() != null);
              world.run(Duration.ofMinutes(1));
              assertThat(status(world).getReady()).isFalse();
              assertThat(status(world).getStarted()).isTrue();

              healthy.set(true);
              world.await("ready", () -> status(world).getReady(), Duration.ofSeconds(6));

              healthy.set(false);
              world.run(Duration.ofSeconds(4));
              assertThat(status(world).getReady()).isTrue(); // one failure is not enough
              world.await("unready", () -> !status(world).getReady(), Duration.ofSeconds(11));
              assertThat(status(world).getRestartCount()).isZero();
            })
        .run(1);
  }

  @Test
  void aContainerThatIsNotAliveIsRestarted() {
    var alive = new AtomicBoolean();
    cluster()
        .program("check", call -> alive.get() ? 0 : 1)
        .script(
            world -> {
              create(
                  world,
                  "livenessProbe: {exec: {command: [check]}, periodSeconds: 10, failureThreshold:"
                      + " 3}");
              world.await(
                  "restarted", () -> Integer.valueOf(1).equals(status(world).getRestartCount()));
              assertThat(world.elapsed()).isGreaterThan(Duration.ofSeconds(19));
              alive.set(true);
              world.run(Duration.ofMinutes(10));
              assertThat(status(world).getRestartCount()).isLessThanOrEqualTo(2);
            })
        .run(2);
  }

  @Test
  void runsNoOtherProbeBeforeTheStartupProbeSucceeds() {
    var started = new AtomicBoolean();
    var asked = new AtomicBoolean();
    cluster()
        .program("started", call -> started.get() ? 0 : 1)
        .program(
            "alive",
            call -> {
              asked.set(true);
              return 0;
            })
        .script(
            world -> {
              create(
                  world,
                  """
                  startupProbe: {exec: {command: [started]}, periodSeconds: 1, failureThreshold: 1000}
                  livenessProbe: {exec: {command: [alive]}, periodSeconds: 1}
                  """);
              world.run(Duration.ofMinutes(2));
              assertThat(asked).isFalse();
              assertThat(status(world).getStarted()).isFalse();
              assertThat(status(world).getReady()).isFalse();

              started.set(true);
              world.await("ready", () -> status(world).getReady());
              world.run(Duration.ofSeconds(3));
              assertThat(asked).isTrue();
            })
        .run(3);
  }

  @Test
  void runsThePreStopHookFirst() {
    var order = new ArrayList<String>();
    var hookEnded = new AtomicReference<Instant>();
    var world0 = new AtomicReference<World>();
    cluster()
        .program(
            "goodbye",
            call -> {
              order.add("hook");
              call.work(Duration.ofSeconds(5));
              hookEnded.set(requireNonNull(world0.get()).now());
              return 0;
            })
        .script(
            world -> {
              world0.set(world);
              create(world, "lifecycle: {preStop: {exec: {command: [goodbye]}}}");
              world.await("ready", () -> Boolean.TRUE.equals(status(world).getReady()));
              world.objects().delete(Pod.class, POD);
              world.run(Duration.ofSeconds(4));
              assertThat(world.objects().list(Pod.class, "default")).hasSize(1);
              world.await(
                  "gone",
                  () -> world.objects().list(Pod.class, "default").isEmpty(),
                  Duration.ofSeconds(5));
              assertThat(order).containsExactly("hook");
              assertThat(hookEnded.get()).isNotNull();
            })
        .run(4);
  }
}
