package io.coxswain.sim.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.node.simulated.StageFile;
import io.coxswain.node.simulated.Stages;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods on nodes that only pretend, in virtual time. */
final class SimulatedNodesScenarioTest {

  private static Simulation cluster(int nodes, Stages stages) {
    return Simulation.named("simulated")
        .process(
            "cluster",
            env -> {
              Manager manager = Manager.builder(env).name("cluster").build();
              Scheduler.register(manager);
              SimulatedNodes.register(
                  manager, SimulatedNodeOptions.nodes(nodes).withStages(stages));
              manager.run();
            });
  }

  private static Pod create(World world, String yaml) throws Exception {
    Pod pod = Json.yamlMapper().readValue(yaml, Pod.class);
    pod.getMetadata().setNamespace("default");
    return world.objects().create(pod);
  }

  private static Pod pod(World world) throws Exception {
    return world.objects().fetch(Pod.class, ObjectKey.of("default", "p"));
  }

  private static ContainerStatus container(World world) throws Exception {
    return pod(world).getStatus().getContainerStatuses().getFirst();
  }

  @Test
  void aPodRunsIsReadyAndTerminatesGracefully() {
    cluster(3, Stages.byDefault())
        .script(
            world -> {
              create(
                  world,
                  """
                  metadata: {name: p}
                  spec: {containers: [{name: c, image: i}]}
                  """);
              world.await("ready", () -> isReady(pod(world)));
              assertThat(pod(world).getStatus().getPodIP()).startsWith("10.");
              assertThat(container(world).getState().getRunning()).isNotNull();
              assertThat(container(world).getContainerID()).startsWith("simulated://");

              world.objects().delete(Pod.class, ObjectKey.of("default", "p"));
              world.await(
                  "gone",
                  () -> world.objects().list(Pod.class, "default").isEmpty(),
                  Duration.ofSeconds(5));
            })
        .run(1);
  }

  @Test
  void manyNodesRegisterWithTwoWritesEachAndGetTheirLeasesInTurn() {
    int nodes = 120;
    cluster(nodes, Stages.byDefault())
        .script(
            world -> {
              world.await("nodes", () -> world.objects().keys(Node.class, "").size() == nodes);
              world.awaitIdle();
              assertThat(world.writes("cluster")).isLessThanOrEqualTo(2 * nodes);
              assertThat(world.objects().keys(Lease.class, "kube-node-lease")).isEmpty();

              world.run(Duration.ofSeconds(5));
              assertThat(world.objects().keys(Lease.class, "kube-node-lease"))
                  .hasSizeBetween(nodes / 4, 3 * nodes / 4);
              world.run(Duration.ofSeconds(6));
              assertThat(world.objects().keys(Lease.class, "kube-node-lease")).hasSize(nodes);
            })
        .run(1);
  }

  @Test
  void annotationsMakeAPodFailAndItsBackOffGrows() {
    cluster(1, Stages.byDefault())
        .script(
            world -> {
              create(
                  world,
                  """
                  metadata:
                    name: p
                    annotations: {simulated.coxswain.io/run-for: 2s, simulated.coxswain.io/exit-code: "3"}
                  spec: {containers: [{name: c, image: i}]}
                  """);
              world.await("crash loop", () -> "CrashLoopBackOff".equals(waiting(world)));
              assertThat(container(world).getLastState().getTerminated().getExitCode())
                  .isEqualTo(3);
              world.run(Duration.ofMinutes(10));
              // at once, after 10, 20, 40, 80, 160, 300 s
              assertThat(container(world).getRestartCount()).isEqualTo(6);
            })
        .run(2);
  }

  @Test
  void initContainersAndSidecarsTakeTheirTurns() {
    cluster(1, Stages.byDefault())
        .script(
            world -> {
              create(
                  world,
                  """
                  metadata: {name: p, annotations: {simulated.coxswain.io/run-for.c: 30s}}
                  spec:
                    restartPolicy: Never
                    initContainers:
                    - {name: first, image: i}
                    - {name: side, image: i, restartPolicy: Always}
                    containers: [{name: c, image: i}]
                  """);
              world.await("running", () -> "Running".equals(pod(world).getStatus().getPhase()));
              assertThat(pod(world).getStatus().getInitContainerStatuses())
                  .extracting(s -> s.getState().getRunning() != null)
                  .containsExactly(false, true);

              world.await("over", () -> "Succeeded".equals(pod(world).getStatus().getPhase()));
              assertThat(
                      pod(world)
                          .getStatus()
                          .getInitContainerStatuses()
                          .getLast()
                          .getState()
                          .getTerminated()
                          .getExitCode())
                  .isEqualTo(143);
            })
        .run(3);
  }

  @Test
  void stagesOfAUserDecideByWeightAndRestart() throws Exception {
    Stages stages =
        StageFile.read(
            "stages.yaml",
            """
            stages:
            - name: slow
              from: waiting
              delay: 5s
              next: {started: {}}
            - name: broken-image
              from: waiting
              selector: {restarts: {max: 0}, matchLabels: {image: broken}}
              next: {blocked: {reason: ErrImagePull, message: no such image}}
            - name: fails-once
              from: ready
              selector: {restarts: {max: 0}}
              delay: 10s
              next: {exit: {code: 137, reason: OOMKilled}}
            """
                .getBytes(StandardCharsets.UTF_8));
    cluster(1, stages)
        .script(
            world -> {
              create(
                  world,
                  """
                  metadata: {name: p}
                  spec: {containers: [{name: c, image: i}]}
                  """);
              world.await("placed", () -> pod(world).getSpec().getNodeName() != null);
              world.run(Duration.ofSeconds(4));
              assertThat(waiting(world)).isEqualTo("ContainerCreating");
              world.await("restarted", () -> container(world).getRestartCount() == 1);
              assertThat(container(world).getLastState().getTerminated().getReason())
                  .isEqualTo("OOMKilled");
              world.run(Duration.ofMinutes(5));
              assertThat(container(world).getRestartCount()).isEqualTo(1);
            })
        .run(4);
  }

  @Test
  void aNodeIsAddedByItsObjectAndStopsHeartbeatsByAnnotation() {
    cluster(0, Stages.byDefault())
        .script(
            world -> {
              Node node =
                  Json.yamlMapper()
                      .readValue(
                          """
                          metadata: {name: mine, labels: {coxswain.io/node-kind: simulated}}
                          spec: {}
                          status: {capacity: {cpu: "2", memory: 4Gi, pods: "5"}}
                          """,
                          Node.class);
              world.objects().create(node);
              world.await("ready", () -> isReady(node(world)));
              assertThat(
                      requireNonNull(node(world).getStatus().getAllocatable().get("cpu"))
                          .getAmount())
                  .isEqualTo("2");
              world.run(Duration.ofMinutes(1));
              String before = renewed(world);
              world.run(Duration.ofSeconds(30));
              assertThat(renewed(world)).isNotEqualTo(before);

              world
                  .objects()
                  .edit(
                      Node.class,
                      ObjectKey.of("mine"),
                      n -> n.getMetadata().setAnnotations(Map.of("coxswain.io/silent", "true")));
              world.run(Duration.ofSeconds(15));
              String last = renewed(world);
              world.run(Duration.ofMinutes(5));
              assertThat(renewed(world)).isEqualTo(last);
            })
        .run(5);
  }

  private static Node node(World world) throws Exception {
    return world.objects().fetch(Node.class, ObjectKey.of("mine"));
  }

  private static String renewed(World world) throws Exception {
    return String.valueOf(
        world
            .objects()
            .fetch(Lease.class, ObjectKey.of("kube-node-lease", "mine"))
            .getSpec()
            .getRenewTime());
  }

  private static boolean isReady(Node node) {
    return node.getStatus() != null
        && node.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  private static boolean isReady(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  private static String waiting(World world) throws Exception {
    List<ContainerStatus> all = pod(world).getStatus().getContainerStatuses();
    return all.isEmpty() || all.getFirst().getState().getWaiting() == null
        ? ""
        : all.getFirst().getState().getWaiting().getReason();
  }
}
