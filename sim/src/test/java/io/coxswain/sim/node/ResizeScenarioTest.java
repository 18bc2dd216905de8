package io.coxswain.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Conditions;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Fault;
import io.coxswain.sim.FaultPlan;
import io.coxswain.sim.Run;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The subresource {@code resize} of pods on both kinds of nodes, each with four processors. */
final class ResizeScenarioTest {

  private static Simulation simulated() {
    return Simulation.named("resize")
        .process(
            "cluster",
            env -> {
              Manager manager = Manager.builder(env).name("cluster").build();
              Scheduler.register(manager);
              var capacity =
                  new TreeMap<>(
                      Map.of(
                          "cpu", new Quantity("4"),
                          "memory", new Quantity("8Gi"),
                          "pods", new Quantity("10")));
              SimulatedNodes.register(
                  manager, SimulatedNodeOptions.nodes(1).withCapacity(capacity));
              manager.run();
            });
  }

  private static Simulation process() {
    return Simulation.named("resize of processes")
        .program("work", ScriptedProgram.taking(Duration.ofMinutes(10)))
        .process("cluster", ResizeScenarioTest::processCluster);
  }

  private static void processCluster(Env env) throws Exception {
    Manager manager = Manager.builder(env).name("cluster").build();
    Scheduler.register(manager);
    ProcessNodes.register(manager, ProcessNodeOptions.nodes(1, Path.of("/data")));
    manager.run();
  }

  @Test
  void aResizeChangesTheResourcesOfARunningContainer() {
    simulated()
        .script(
            world -> {
              create(world, "p", "{requests: {cpu: '1', memory: 1Gi}, limits: {memory: 2Gi}}", "");
              ContainerStatus before = running(world, "p");
              assertThat(before.getResources().getLimits()).hasToString("{memory=2Gi}");
              assertThat(before.getAllocatedResources()).hasToString("{cpu=1, memory=1Gi}");

              resize(world, "p", "{requests: {cpu: '2'}}");
              world.await("resized", () -> allocated(world, "p").equals("2"));
              world.awaitIdle();

              ContainerStatus after = container(world, "p");
              assertThat(after.getResources().getRequests()).hasToString("{cpu=2, memory=1Gi}");
              assertThat(after.getRestartCount()).isZero();
              assertThat(after.getContainerID()).isEqualTo(before.getContainerID());
              assertThat(condition(world, "p", "PodResizeInProgress")).isEmpty();
              assertThat(condition(world, "p", "PodResizePending")).isEmpty();
              assertThat(fetch(world, "p").getStatus().getObservedGeneration()).isEqualTo(2);
              world.run(Duration.ofSeconds(5));
              assertThat(events(world, "ResizeStarted"))
                  .containsExactly(
                      "Pod resize started: {\"containers\":[{\"name\":\"c\",\"resources\":"
                          + "{\"limits\":{\"memory\":\"2Gi\"},\"requests\":{\"cpu\":\"2\","
                          + "\"memory\":\"1Gi\"}}}],\"generation\":2}");
              assertThat(events(world, "ResizeCompleted")).hasSize(1);
            })
        .run(1);
  }

  @Test
  void aResizeBeyondTheNodeIsInfeasibleAndTheSchedulerIgnoresIt() {
    simulated()
        .script(
            world -> {
              create(world, "p", "{requests: {cpu: '1'}}", "");
              running(world, "p");

              resize(world, "p", "{requests: {cpu: '9'}}");
              world.await("pending", () -> condition(world, "p", "PodResizePending").isPresent());

              PodCondition pending = condition(world, "p", "PodResizePending").orElseThrow();
              assertThat(pending.getReason()).isEqualTo("Infeasible");
              assertThat(pending.getMessage())
                  .isEqualTo(
                      "Node didn't have enough capacity: cpu, requested: 9000, capacity: 4000");
              assertThat(pending.getObservedGeneration()).isEqualTo(2);
              assertThat(allocated(world, "p")).isEqualTo("1");
              create(world, "other", "{requests: {cpu: '3'}}", "");
              running(world, "other");
              world.run(Duration.ofSeconds(5));
              assertThat(events(world, "ResizeInfeasible")).hasSize(1);

              resize(world, "p", "{requests: {cpu: '1'}}");
              world.await("settled", () -> condition(world, "p", "PodResizePending").isEmpty());
            })
        .run(2);
  }

  @Test
  void aDeferredResizeTakesPlaceWhenAnotherPodLeaves() {
    simulated()
        .script(
            world -> {
              create(world, "p", "{requests: {cpu: '1'}}", "");
              create(world, "other", "{requests: {cpu: '2'}}", "");
              running(world, "p");
              running(world, "other");

              resize(world, "p", "{requests: {cpu: '3'}}");
              world.await("pending", () -> condition(world, "p", "PodResizePending").isPresent());
              PodCondition pending = condition(world, "p", "PodResizePending").orElseThrow();
              assertThat(pending.getReason()).isEqualTo("Deferred");
              assertThat(pending.getMessage())
                  .isEqualTo(
                      "Node didn't have enough resource: cpu, requested: 3000, used: 2000,"
                          + " capacity: 4000");
              create(world, "third", "{requests: {cpu: '1'}}", "");
              world.run(Duration.ofSeconds(30));
              assertThat(fetch(world, "third").getSpec().getNodeName())
                  .as("the scheduler counts the desired resources")
                  .isNull();

              world.objects().delete(Pod.class, key("other"));
              world.await("resized", () -> allocated(world, "p").equals("3"));
              running(world, "third");
              assertThat(condition(world, "p", "PodResizePending")).isEmpty();
              world.run(Duration.ofSeconds(5));
              assertThat(events(world, "ResizeDeferred")).hasSize(1);
            })
        .run(3);
  }

  @Test
  void deferredResizesAreAcceptedInTheOrderOfPriority() {
    simulated()
        .script(
            world -> {
              world
                  .objects()
                  .create(
                      new PriorityClassBuilder()
                          .withNewMetadata()
                          .withName("high")
                          .endMetadata()
                          .withValue(1000)
                          .build());
              create(world, "low", "{requests: {cpu: 500m}}", "");
              create(world, "high", "{requests: {cpu: 500m}}", "priorityClassName: high");
              create(world, "other", "{requests: {cpu: '3'}}", "");
              for (String name : List.of("low", "high", "other")) {
                running(world, name);
              }
              resize(world, "low", "{requests: {cpu: '3'}}");
              world.await("low", () -> condition(world, "low", "PodResizePending").isPresent());
              resize(world, "high", "{requests: {cpu: '3'}}");
              world.await("high", () -> condition(world, "high", "PodResizePending").isPresent());

              world.objects().delete(Pod.class, key("other"));
              world.await("resized", () -> allocated(world, "high").equals("3"));
              world.run(Duration.ofMinutes(1));

              assertThat(allocated(world, "low")).isEqualTo("500m");
              resize(world, "high", "{requests: {cpu: 100m}}");
              world.await("low too", () -> allocated(world, "low").equals("3"));
            })
        .run(4);
  }

  @Test
  void aContainerIsRestartedIfItsPolicyForTheResourceSaysSo() {
    process()
        .script(
            world -> {
              create(
                  world,
                  "p",
                  "{requests: {cpu: '1', memory: 1Gi}}",
                  "resizePolicy: [{resourceName: memory, restartPolicy: RestartContainer}]");
              running(world, "p");
              resize(world, "p", "{requests: {cpu: '2'}}");
              world.await("resized", () -> allocated(world, "p").equals("2"));
              world.awaitIdle();
              assertThat(container(world, "p").getRestartCount()).isZero();

              resize(world, "p", "{requests: {memory: 2Gi}}");
              world.await("restarted", () -> container(world, "p").getRestartCount() == 1);
              running(world, "p");
              world.awaitIdle();

              assertThat(container(world, "p").getResources().getRequests())
                  .hasToString("{cpu=2, memory=2Gi}");
              assertThat(condition(world, "p", "PodResizeInProgress")).isEmpty();
              world.run(Duration.ofSeconds(5));
              assertThat(events(world, "Killing"))
                  .containsExactly("Container c resize requires restart");
              assertThat(events(world, "ResizeCompleted")).hasSize(2);
            })
        .run(5);
  }

  @Test
  void aResizeCompletesWithACrashAtAnyWrite() {
    Run whole = crashable().run(6);
    int writes = Optional.ofNullable(whole.writes().get("cluster")).orElseThrow();

    for (int write = 1; write <= writes; write++) {
      for (Fault fault : List.of(Fault.KILL, Fault.LOSE_ANSWER)) {
        crashable().run(6, FaultPlan.NONE.with("cluster", write, fault));
      }
    }
  }

  private static Simulation crashable() {
    return simulated()
        .script(
            world -> {
              create(
                  world,
                  "p",
                  "{requests: {cpu: '1', memory: 1Gi}}",
                  "resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}]");
              running(world, "p");
              resize(world, "p", "{requests: {cpu: '2'}}");
              world.await(
                  "resized",
                  () ->
                      container(world, "p").getResources() != null
                          && "{cpu=2, memory=1Gi}"
                              .equals(
                                  String.valueOf(
                                      container(world, "p").getResources().getRequests()))
                          && condition(world, "p", "PodResizeInProgress").isEmpty());
              assertThat(container(world, "p").getRestartCount()).isPositive();
            });
  }

  private static void create(World world, String name, String resources, String more)
      throws Exception {
    boolean ofPod = more.startsWith("priority");
    String yaml =
        """
        metadata: {name: %s, namespace: default}
        spec:
          %s
          containers:
          - name: c
            image: i
            command: [work]
            resources: %s
            %s
        """
            .formatted(name, ofPod ? more : "", resources, ofPod ? "" : more);
    world.objects().create(Json.yamlMapper().readValue(yaml, Pod.class));
  }

  private static void resize(World world, String name, String resources) throws Exception {
    String patch =
        Json.yamlMapper()
            .readTree("{spec: {containers: [{name: c, resources: " + resources + "}]}}")
            .toString();
    var response =
        world
            .objects()
            .call(
                ApiRequest.of("PATCH", "/api/v1/namespaces/default/pods/" + name + "/resize")
                    .body(
                        "application/strategic-merge-patch+json",
                        patch.getBytes(StandardCharsets.UTF_8)));
    assertThat(response.status()).isEqualTo(200);
  }

  private static ObjectKey key(String name) {
    return ObjectKey.of("default", name);
  }

  private static Pod fetch(World world, String name) throws Exception {
    return world.objects().fetch(Pod.class, key(name));
  }

  private static ContainerStatus running(World world, String name) throws Exception {
    world.await(
        name + " runs",
        () ->
            !fetch(world, name).getStatus().getContainerStatuses().isEmpty()
                && container(world, name).getState().getRunning() != null);
    return container(world, name);
  }

  private static ContainerStatus container(World world, String name) throws Exception {
    return fetch(world, name).getStatus().getContainerStatuses().getFirst();
  }

  private static String allocated(World world, String name) throws Exception {
    return String.valueOf(container(world, name).getAllocatedResources().get("cpu"));
  }

  private static Optional<PodCondition> condition(World world, String name, String type)
      throws Exception {
    return Conditions.POD.find(fetch(world, name).getStatus().getConditions(), type);
  }

  private static List<String> events(World world, String reason) throws Exception {
    return world.objects().list(Event.class, "default").stream()
        .filter(event -> event.getReason().equals(reason))
        .map(Event::getMessage)
        .toList();
  }
}
