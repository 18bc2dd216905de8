package io.coxswain.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Sockets;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Services between pods of process nodes: pods have addresses that the API accepts. */
final class ServiceProxyScenarioTest {
  private final List<String> heard = new ArrayList<>();

  private Simulation cluster() {
    return Simulation.named("service proxy")
        .program("serve", call -> serve(call, call.command().arguments().get(1)))
        .program("serve-everywhere", call -> serve(call, "0.0.0.0"))
        .program(
            "ask",
            call -> {
              for (String url : call.command().arguments().subList(1, 3)) {
                heard.add(ask(call.sockets(), url));
              }
              heard.add(
                  ask(
                      call.sockets(),
                      "http://"
                          + call.command().environment().get("WEB_SERVICE_HOST")
                          + ":"
                          + call.command().environment().get("WEB_SERVICE_PORT")));
              return 0;
            })
        .process(
            "cluster",
            env -> {
              Manager manager = Manager.builder(env).name("cluster").build();
              Scheduler.register(manager);
              ProcessNodes.register(manager, ProcessNodeOptions.nodes(1, Path.of("/data")));
              manager.run();
            });
  }

  private static int serve(ScriptedProgram.Invocation call, String address) throws Exception {
    String name = call.command().environment().getOrDefault("NAME", "");
    try (Sockets.Listener listener = call.sockets().listen(address, 8000)) {
      while (true) {
        respond(listener.accept(), name);
      }
    }
  }

  private static void respond(Sockets.Connection connection, String text) throws IOException {
    try (connection) {
      connection.output().write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      return; // the proxy only looked whether anyone listens
    }
  }

  private static String ask(Sockets sockets, String url) {
    String[] place = url.replaceFirst("^http://", "").split(":", 2);
    try (Sockets.Connection connection = sockets.connect(place[0], Integer.parseInt(place[1]))) {
      return new String(connection.input().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void aServiceIsReachedByNameAddressAndVariablesAndItsPodsTakeTurns() {
    cluster()
        .script(
            world -> {
              createService(world, 80);
              createPod(world, "web-0", "[serve, $(POD_IP)]");
              createPod(world, "web-1", "[serve, $(POD_IP)]");
              publish(world, "web-0", "web-1");
              String clusterIp =
                  world
                      .objects()
                      .fetch(Service.class, ObjectKey.of("default", "web"))
                      .getSpec()
                      .getClusterIP();
              createPod(
                  world,
                  "client",
                  "[ask, \"http://web.default.svc.cluster.local:80\", \"http://"
                      + clusterIp
                      + ":80\"]");
              world.await("three responses", () -> heard.size() == 3);

              assertThat(heard)
                  .containsOnly("web-0", "web-1")
                  .doesNotContainSequence("web-0", "web-0");
            })
        .run(1);
  }

  /** A listener of the proxy on that port would keep the program from getting it. */
  @Test
  void aProgramThatListensOnAllAddressesGetsThePortOfItsService() {
    cluster()
        .script(
            world -> {
              createService(world, 8000);
              createPod(world, "web-0", "[serve-everywhere]");
              publish(world, "web-0");
              world.run(Duration.ofMinutes(1));
              createPod(world, "client", "[ask, \"http://web:8000\", \"http://web.default:8000\"]");
              world.await("three responses", () -> heard.size() == 3);

              assertThat(heard).containsOnly("web-0");
              assertThat(
                      world
                          .objects()
                          .fetch(Pod.class, ObjectKey.of("default", "web-0"))
                          .getStatus()
                          .getContainerStatuses()
                          .getFirst()
                          .getRestartCount())
                  .isZero();
            })
        .run(2);
  }

  private static void createService(World world, int port) throws Exception {
    world
        .objects()
        .create(
            Json.yamlMapper()
                .readValue(
                    """
                    metadata: {name: web, namespace: default}
                    spec: {selector: {app: web}, ports: [{port: %d, targetPort: 8000}]}
                    """
                        .formatted(port),
                    Service.class));
  }

  private static void createPod(World world, String name, String command) throws Exception {
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
                        env:
                        - {name: NAME, value: %1$s}
                        - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
                    """
                        .formatted(name, command),
                    Pod.class));
    world.await(
        name + " has an address",
        () -> {
          var status = world.objects().fetch(Pod.class, ObjectKey.of("default", name)).getStatus();
          return status.getPodIP() != null && !"Pending".equals(status.getPhase());
        });
  }

  /** What the EndpointSlice controller writes; the server rejects loopback addresses. */
  private static void publish(World world, String... pods) throws Exception {
    var endpoints = new ArrayList<String>();
    for (String pod : pods) {
      String address =
          world.objects().fetch(Pod.class, ObjectKey.of("default", pod)).getStatus().getPodIP();
      endpoints.add("{addresses: [" + address + "], conditions: {ready: true}}");
    }
    world
        .objects()
        .create(
            Json.yamlMapper()
                .readValue(
                    """
                    metadata: {name: web-1, namespace: default, labels: {kubernetes.io/service-name: web}}
                    addressType: IPv4
                    ports: [{port: 8000, name: "", protocol: TCP}]
                    endpoints: %s
                    """
                        .formatted(endpoints),
                    EndpointSlice.class));
    world.run(Duration.ofSeconds(5));
  }
}
