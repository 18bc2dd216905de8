package io.coxswain.sim.node;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Env;
import io.coxswain.env.Files;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodes;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.ScriptedProgram;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the volumes of a running pod contain after their sources have changed. */
final class VolumeRefreshScenarioTest {
  private static final ObjectKey POD = ObjectKey.of("default", "p");
  private static final ObjectKey SETTINGS = ObjectKey.of("default", "settings");

  private final AtomicReference<@Nullable Files> disk = new AtomicReference<>();
  private final AtomicInteger tokenRequests = new AtomicInteger();

  private Simulation cluster() {
    return Simulation.named("volume refresh")
        .program("work", ScriptedProgram.taking(Duration.ofHours(5)))
        .listen(
            (_, request, _) -> {
              if (request.path().endsWith("/serviceaccounts/default/token")) {
                tokenRequests.incrementAndGet();
              }
            })
        .process("node", this::runNode);
  }

  private void runNode(Env env) throws Exception {
    disk.set(env.files());
    Manager manager = Manager.builder(env).name("node").build();
    ProcessNodes.register(manager, ProcessNodeOptions.nodes(1, Path.of("/data")));
    manager.run();
  }

  @Test
  void aChangedConfigMapReachesItsVolumeWithinAMinute() {
    cluster()
        .script(
            world -> {
              settings(world, "{mode: fast, level: '3'}");
              create(world, "{name: v, configMap: {name: settings}}");
              assertThat(read(world, "v/mode")).isEqualTo("fast");

              world.objects().delete(ConfigMap.class, SETTINGS);
              settings(world, "{mode: slow}");
              world.run(Duration.ofSeconds(61));

              assertThat(read(world, "v/mode")).isEqualTo("slow");
              assertThat(exists(world, "v/level")).isFalse();
            })
        .run(1);
  }

  @Test
  void aDeletedConfigMapLeavesItsLastDataInPlace() {
    cluster()
        .script(
            world -> {
              settings(world, "{mode: fast}");
              create(world, "{name: v, configMap: {name: settings}}");

              world.objects().delete(ConfigMap.class, SETTINGS);
              world.run(Duration.ofMinutes(5));

              assertThat(read(world, "v/mode")).isEqualTo("fast");
              assertThat(fetch(world).getStatus().getPhase()).isEqualTo("Running");
            })
        .run(1);
  }

  @Test
  void aLabelReachesTheDownwardApiWithinAMinute() {
    cluster()
        .script(
            world -> {
              create(
                  world,
                  "{name: v, downwardAPI: {items: [{path: labels, fieldRef: {fieldPath: metadata.labels}}]}}");
              assertThat(read(world, "v/labels")).isEmpty();

              world
                  .objects()
                  .edit(Pod.class, POD, p -> p.getMetadata().setLabels(Map.of("a", "b")));
              world.run(Duration.ofSeconds(61));

              assertThat(read(world, "v/labels")).isEqualTo("a=\"b\"");
            })
        .run(1);
  }

  @Test
  void aTokenIsRenewedAfterFourFifthsOfItsLifetimeAndNotAtEachRefresh() {
    cluster()
        .script(
            world -> {
              settings(world, "{mode: fast}");
              create(
                  world,
                  """
                  {name: v, projected: {sources: [
                    {serviceAccountToken: {path: token, expirationSeconds: 3600}},
                    {configMap: {name: settings}}]}}
                  """);
              String first = read(world, "v/token");
              world.run(Duration.ofMinutes(47));
              assertThat(tokenRequests).hasValue(1);

              world.run(Duration.ofMinutes(3));

              assertThat(tokenRequests).hasValue(2);
              assertThat(read(world, "v/token")).isNotEqualTo(first);
            })
        .run(1);
  }

  private static void settings(World world, String data) throws Exception {
    world
        .objects()
        .create(
            yaml(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: default}, data: %s}"
                    .formatted(data),
                ConfigMap.class));
  }

  private static void create(World world, String volume) throws Exception {
    if (world.objects().find(ServiceAccount.class, ObjectKey.of("default", "default")).isEmpty()) {
      world
          .objects()
          .create(
              yaml(
                  "{apiVersion: v1, kind: ServiceAccount, metadata: {name: default, namespace: default}}",
                  ServiceAccount.class));
    }
    world
        .objects()
        .create(
            yaml(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: default}
                spec:
                  nodeName: node-0
                  serviceAccountName: default
                  containers: [{name: c, image: work, command: [work]}]
                  volumes: [%s]
                """
                    .formatted(volume),
                Pod.class));
    world.await("runs", () -> "Running".equals(fetch(world).getStatus().getPhase()));
  }

  private String read(World world, String file) throws Exception {
    return new String(disk().read(volumes(world).resolve(file)), StandardCharsets.UTF_8);
  }

  private boolean exists(World world, String file) throws Exception {
    return disk().exists(volumes(world).resolve(file));
  }

  private Files disk() {
    return requireNonNull(disk.get());
  }

  private static Path volumes(World world) throws Exception {
    return Path.of("/data/pods/default_p_" + fetch(world).getMetadata().getUid(), "volumes");
  }

  private static Pod fetch(World world) throws Exception {
    return world.objects().fetch(Pod.class, POD);
  }

  private static <T> T yaml(String text, Class<T> type) throws Exception {
    return Json.yamlMapper().readValue(text, type);
  }
}
