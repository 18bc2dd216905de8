package io.coxswain.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Conditions;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.ApiRequest;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.node.simulated.Stages;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pods that are bound to a node without asking the scheduler whether they fit. */
final class PodAdmissionScenarioTest {
  private static final String CPU =
      "containers: [{name: c, image: i, command: [work], resources:" + " {requests: {cpu: '%s'}}}]";

  private static Simulation nodes(String kind) {
    return Simulation.named("admission by " + kind)
        .program("work", ScriptedProgram.taking(Duration.ofMinutes(10)))
        .process(
            "node",
            env -> {
              Manager manager = Manager.builder(env).name("node").build();
              var capacity =
                  new TreeMap<>(
                      Map.of(
                          "cpu", new Quantity("4"),
                          "memory", new Quantity("8Gi"),
                          "pods", new Quantity("3")));
              if (kind.equals("simulated")) {
                SimulatedNodes.register(
                    manager,
                    new SimulatedNodeOptions(1, "node-", 1, capacity, Stages.byDefault(), true));
              } else {
                ProcessNodes.register(
                    manager,
                    ProcessNodeOptions.nodes(
                        List.of("node-0"),
                        Path.of("/data"),
                        new ProcessNodeOptions.MachineProfile(capacity, "linux", "amd64")));
              }
              manager.run();
            });
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "simulated | OutOfcpu | Node didn't have enough resource: cpu, requested: 3000, used: 2000,"
            + " capacity: 4000 | containers: [{name: c, image: i, resources: {requests: {cpu:"
            + " 3}}}]",
        "process | OutOfcpu | Node didn't have enough resource: cpu, requested: 3000, used: 2000,"
            + " capacity: 4000 | containers: [{name: c, image: i, resources: {requests: {cpu:"
            + " 3}}}]",
        "simulated | OutOfmemory | Node didn't have enough resource: memory, requested:"
            + " 17179869184, used: 0, capacity: 8589934592 | containers: [{name: c, image: i,"
            + " resources: {requests: {memory: 16Gi}}}]",
        "simulated | NodeAffinity | Predicate NodeAffinity failed: node(s) didn't match Pod's node"
            + " affinity/selector | {nodeSelector: {gpu: 'yes'}, containers: [{name: c, image:"
            + " i}]}",
        "simulated | NodePorts | Predicate NodePorts failed: node(s) didn't have free ports for the"
            + " requested pod ports | containers: [{name: c, image: i, ports: [{containerPort: 80,"
            + " hostPort: 8080}]}]",
        "process | NodePorts | Predicate NodePorts failed: node(s) didn't have free ports for the"
            + " requested pod ports | containers: [{name: c, image: i, ports: [{containerPort: 80,"
            + " hostPort: 8080, hostIP: 10.0.0.1}]}]",
        "simulated | PodOSNotSupported | Failed to admit pod as the OS field doesn't match node OS"
            + " | {os: {name: windows}, containers: [{name: c, image: i}]}",
      })
  void aPodThatDoesNotFitFails(String kind, String reason, String message, String spec) {
    nodes(kind)
        .script(
            world -> {
              create(
                  world,
                  "first",
                  "containers: [{name: c, image: i, command: [work], ports: [{containerPort: 80,"
                      + " hostPort: 8080}], resources: {requests: {cpu: 2}}}]");
              world.await("first runs", () -> phase(world, "first").equals("Running"));
              create(world, "second", spec);
              world.await("rejected", () -> phase(world, "second").equals("Failed"));

              Pod rejected = fetch(world, "second");
              assertThat(rejected.getStatus().getReason()).isEqualTo(reason);
              assertThat(rejected.getStatus().getMessage())
                  .isEqualTo("Pod was rejected: " + message);
              assertThat(rejected.getStatus().getContainerStatuses()).isEmpty();
              world.run(Duration.ofSeconds(5));
              assertThat(events(world, reason)).containsExactly(message);
              assertThat(fetch(world, "second")).isEqualTo(rejected);
              assertThat(phase(world, "first")).isEqualTo("Running");

              world.objects().delete(Pod.class, key("second"));
              world.await("gone", () -> world.objects().find(Pod.class, key("second")).isEmpty());
            })
        .run(1);
  }

  @Test
  void portsOfOtherProtocolsOrAddressesAreFree() {
    nodes("process")
        .script(
            world -> {
              create(world, "tcp", ports("{containerPort: 80, hostPort: 80, hostIP: 10.0.0.1}"));
              create(world, "udp", ports("{containerPort: 80, hostPort: 80, protocol: UDP}"));
              create(world, "else", ports("{containerPort: 80, hostPort: 80, hostIP: 10.0.0.2}"));
              for (String name : List.of("tcp", "udp", "else")) {
                world.await(name + " runs", () -> phase(world, name).equals("Running"));
              }
            })
        .run(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simulated", "process"})
  void aNodeHasNoMorePodsThanItsCapacityAndAgainRoomWhenOneLeaves(String kind) {
    nodes(kind)
        .script(
            world -> {
              for (String name : List.of("a", "b", "c")) {
                create(world, name, CPU.formatted("100m"));
                world.await(name + " runs", () -> phase(world, name).equals("Running"));
              }
              create(world, "d", CPU.formatted("100m"));
              world.await("rejected", () -> phase(world, "d").equals("Failed"));
              assertThat(fetch(world, "d").getStatus().getReason()).isEqualTo("OutOfpods");

              world.objects().delete(Pod.class, key("a"));
              world.await("gone", () -> world.objects().find(Pod.class, key("a")).isEmpty());
              create(world, "e", CPU.formatted("100m"));
              world.await("e runs", () -> phase(world, "e").equals("Running"));
            })
        .run(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simulated", "process"})
  void aPodDeletedByForceMakesRoomAtOnce(String kind) {
    for (int seed = 1; seed <= 10; seed++) {
      nodes(kind)
          .script(
              world -> {
                create(world, "z", CPU.formatted("3"));
                world.await("z runs", () -> phase(world, "z").equals("Running"));
                world
                    .objects()
                    .call(
                        ApiRequest.of("DELETE", "/api/v1/namespaces/default/pods/z")
                            .with("gracePeriodSeconds", "0"));
                create(world, "a", CPU.formatted("3"));
                world.await("a runs", () -> phase(world, "a").equals("Running"));
              })
          .run(seed);
    }
  }

  @Test
  void aPodThatDoesNotTolerateATaintThatEvictsIsRejected() {
    nodes("simulated")
        .script(
            world -> {
              world.await("node", () -> !world.objects().list(Node.class, "").isEmpty());
              world.run(Duration.ofSeconds(1));
              world
                  .objects()
                  .edit(
                      Node.class,
                      ObjectKey.of("node-0"),
                      node ->
                          node.getSpec().setTaints(List.of(new Taint("NoExecute", "k", null, ""))));
              world.run(Duration.ofSeconds(1));
              create(world, "p", CPU.formatted("1"));
              world.await("rejected", () -> phase(world, "p").equals("Failed"));

              assertThat(fetch(world, "p").getStatus().getReason()).isEqualTo("TaintToleration");
            })
        .run(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"simulated", "process"})
  void aCriticalPodPreemptsOthersOrFails(String kind) {
    nodes(kind)
        .script(
            world -> {
              create(world, "small", CPU.formatted("1"));
              create(world, "large", CPU.formatted("3"));
              world.await("small runs", () -> phase(world, "small").equals("Running"));
              world.await("large runs", () -> phase(world, "large").equals("Running"));

              create(
                  world,
                  "critical",
                  "{priorityClassName: system-cluster-critical, " + CPU.formatted("2") + "}");
              world.await("critical runs", () -> phase(world, "critical").equals("Running"));
              assertThat(phase(world, "large")).isEqualTo("Failed");
              assertThat(fetch(world, "large").getStatus().getReason()).isEqualTo("Preempting");
              assertThat(
                      Conditions.POD.isTrue(
                          fetch(world, "large").getStatus().getConditions(), "DisruptionTarget"))
                  .isTrue();
              assertThat(phase(world, "small")).isEqualTo("Running");

              create(
                  world,
                  "huge",
                  "{priorityClassName: system-cluster-critical, " + CPU.formatted("4") + "}");
              world.await("huge fails", () -> phase(world, "huge").equals("Failed"));
              assertThat(fetch(world, "huge").getStatus().getReason())
                  .isEqualTo("UnexpectedAdmissionError");
              assertThat(fetch(world, "huge").getStatus().getMessage())
                  .endsWith("found to reclaim resources: [(res: cpu, q: 3000), ]");
              assertThat(phase(world, "small")).isEqualTo("Running");
            })
        .run(5);
  }

  @Test
  void theSchedulerKeepsPodsWithTheSameHostPortApart() {
    Simulation.named("ports")
        .process(
            "cluster",
            env -> {
              Manager manager = Manager.builder(env).name("cluster").build();
              Scheduler.register(manager);
              SimulatedNodes.register(manager, SimulatedNodeOptions.nodes(1));
              manager.run();
            })
        .script(
            world -> {
              for (String name : List.of("a", "b")) {
                world.objects().create(pod(name, ports("{containerPort: 80, hostPort: 80}"), ""));
              }
              world.await("a runs", () -> phase(world, "a").equals("Running"));
              world.run(Duration.ofSeconds(20));
              assertThat(fetch(world, "b").getSpec().getNodeName()).isNull();
              assertThat(events(world, "FailedScheduling"))
                  .anyMatch(
                      message ->
                          message.contains(
                              "1 node(s) didn't have free ports for the requested pod ports"));

              world.objects().delete(Pod.class, key("a"));
              world.await("b runs", () -> phase(world, "b").equals("Running"));
            })
        .run(6);
  }

  private static String ports(String port) {
    return "containers: [{name: c, image: i, command: [work], ports: [" + port + "]}]";
  }

  private static void create(World world, String name, String spec) throws Exception {
    world.objects().create(pod(name, spec, "node-0"));
  }

  private static Pod pod(String name, String spec, String node) throws Exception {
    Pod pod = new Pod();
    var fields = Json.yamlMapper().readTree(spec.startsWith("{") ? spec : "{" + spec + "}");
    pod.setSpec(Json.convert(fields, PodSpec.class));
    pod.getSpec().setNodeName(node.isEmpty() ? null : node);
    pod.setMetadata(new ObjectMetaBuilder().withName(name).withNamespace("default").build());
    return pod;
  }

  private static ObjectKey key(String name) {
    return ObjectKey.of("default", name);
  }

  private static Pod fetch(World world, String name) throws Exception {
    return world.objects().fetch(Pod.class, key(name));
  }

  private static String phase(World world, String name) throws Exception {
    return String.valueOf(fetch(world, name).getStatus().getPhase());
  }

  private static List<String> events(World world, String reason) throws Exception {
    return world.objects().list(Event.class, "default").stream()
        .filter(event -> event.getReason().equals(reason))
        .map(Event::getMessage)
        .toList();
  }
}
