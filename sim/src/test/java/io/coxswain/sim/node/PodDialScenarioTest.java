package io.coxswain.sim.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Sockets;
import io.coxswain.evidence.Attack;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Connections of the API server to the pods of process nodes, for proxies and webhooks. */
final class PodDialScenarioTest {
  private final AtomicReference<@Nullable ProcessNodes> nodes = new AtomicReference<>();

  private Simulation cluster() {
    return Simulation.named("pod dial")
        .program("serve", PodDialScenarioTest::serve)
        .process(
            "cluster",
            env -> {
              Manager manager = Manager.builder(env).name("cluster").build();
              Scheduler.register(manager);
              nodes.set(
                  ProcessNodes.register(manager, ProcessNodeOptions.nodes(1, Path.of("/data"))));
              manager.run();
            });
  }

  /** Responds with the name of its pod at an address and a port. */
  private static int serve(ScriptedProgram.Invocation call) throws Exception {
    String address = call.command().arguments().get(1);
    int port = Integer.parseInt(call.command().arguments().get(2));
    String name = call.command().environment().getOrDefault("NAME", "");
    try (Sockets.Listener listener = call.sockets().listen(address, port)) {
      while (true) {
        try (Sockets.Connection connection = listener.accept()) {
          connection.output().write(name.getBytes(StandardCharsets.UTF_8));
        }
      }
    }
  }

  /** Connects to a port. */
  private interface Dial {
    Sockets.Connection dial(ProcessNodes nodes) throws IOException;
  }

  private String ask(Dial dial) {
    try (Sockets.Connection connection = dial.dial(requireNonNull(nodes.get()))) {
      return new String(connection.input().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.getClass().getSimpleName();
    }
  }

  private String pod(String name, int port) {
    return ask(n -> n.dialPod(ObjectKey.of("default", name), port));
  }

  @Test
  void reachesThePortsOfAPodByItsName() {
    cluster()
        .script(
            world -> {
              createPod(world, "web", "[serve, $(POD_IP), '8000']", "");

              assertThat(pod("web", 8000)).isEqualTo("web");
              assertThat(pod("other", 8000)).isEqualTo("NoRouteToHostException");
            })
        .run(1);
  }

  @Test
  @Attack("reach programs of the machine through the proxy of a pod or node")
  void reachesTheHostOnlyForPortsThatAPodDeclares() {
    cluster()
        .script(
            world -> {
              createPod(world, "machine", "[serve, 127.0.0.1, '22']", "");
              createPod(
                  world, "web", "[serve, 127.0.0.1, '8000']", "ports: [{containerPort: 8000}]");

              assertThat(pod("web", 8000)).isEqualTo("web");
              assertThat(pod("web", 22)).doesNotContain("machine");
              assertThat(ask(n -> n.dialNode("node-0", 22))).isEqualTo("ConnectException");
              assertThat(ask(n -> n.dialNode("node-0", 10250))).isEqualTo("ConnectException");
              assertThat(ask(n -> n.dialNode("elsewhere", 8000)))
                  .isEqualTo("NoRouteToHostException");
            })
        .run(2);
  }

  @Test
  void reachesTheHostPortsOfANode() {
    cluster()
        .script(
            world -> {
              createPod(
                  world,
                  "exporter",
                  "[serve, $(POD_IP), '9100']",
                  "ports: [{containerPort: 9100, hostPort: 9101}]");
              String node =
                  world
                      .objects()
                      .fetch(Pod.class, ObjectKey.of("default", "exporter"))
                      .getSpec()
                      .getNodeName();

              assertThat(ask(n -> n.dialNode(node, 9101))).isEqualTo("exporter");
              assertThat(ask(n -> n.dialNode(node, 9100))).isEqualTo("ConnectException");
            })
        .run(3);
  }

  private static void createPod(World world, String name, String command, String ports)
      throws Exception {
    world
        .objects()
        .create(
            Json.yamlMapper()
                .readValue(
                    """
                    metadata: {name: %1$s, namespace: default}
                    spec:
                      restartPolicy: Never
                      containers:
                      - name: c
                        image: i
                        command: %2$s
                        %3$s
                        env:
                        - {name: NAME, value: %1$s}
                        - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
                    """
                        .formatted(name, command, ports),
                    Pod.class));
    world.await(
        name + " runs",
        () ->
            "Running"
                .equals(
                    world
                        .objects()
                        .fetch(Pod.class, ObjectKey.of("default", name))
                        .getStatus()
                        .getPhase()));
    world.run(Duration.ofSeconds(1)); // it listens a little later
  }
}
