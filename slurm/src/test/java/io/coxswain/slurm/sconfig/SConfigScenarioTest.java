package io.coxswain.slurm.sconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Run;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.slurm.client.NodeState;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.client.TestingSlurm;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** sconfigcontroller in virtual time, on a disk in memory, for the cluster "gpu". */
final class SConfigScenarioTest {
  private static final Path JAIL = Path.of("/mnt/jail");

  private final TestingSlurm slurm = new TestingSlurm();
  private final AtomicReference<Env> its = new AtomicReference<>();
  private final AtomicReference<Manager> manager = new AtomicReference<>();
  private final List<String> flags = new ArrayList<>(List.of("--cluster-name=gpu"));

  private Manager manager() {
    return Objects.requireNonNull(manager.get());
  }

  private Env its() {
    return Objects.requireNonNull(its.get());
  }

  private Run run(Script script) {
    return simulation(script).run(1);
  }

  private Simulation simulation(Script script) {
    return Simulation.named("sconfigcontroller")
        .restartMatters(
            "sconfigcontroller",
            "it writes all files when it starts, and reports that, as upstream")
        .given(world -> world.objects().define(Crds.define(JailedConfig.class)))
        .process("sconfigcontroller", this::main)
        .script(script);
  }

  private void main(Env env) throws Exception {
    its.set(env);
    env.files().createDirectories(JAIL);
    Flags parsed = SConfigSettings.flags();
    flags.add("--metrics-bind-address=0");
    flags.add("--health-probe-bind-address=0");
    parsed.parse(flags);
    SConfigSettings settings = SConfigSettings.of(parsed, new TreeMap<>(), env.files());
    Manager made = SConfigProgram.manager(env, settings, "host").build();
    SConfigProgram.register(made, settings, slurm);
    manager.set(made);
    made.run();
  }

  private static JailedConfig config(String name, String path, String... actions) {
    var config = new JailedConfig();
    config.getMetadata().setNamespace("default");
    config.getMetadata().setName(name);
    config.getMetadata().setLabels(new TreeMap<>(Map.of("app.kubernetes.io/instance", "gpu")));
    config.getSpec().getConfigMap().setName(name);
    config.getSpec().setDefaultMode(420);
    config.getSpec().setItems(List.of(new KeyToPathBuilder().withKey(name).withPath(path).build()));
    config.getSpec().setUpdateActions(List.of(actions));
    return config;
  }

  private static JailedConfig aggregated(JailedConfig config) {
    config.getMetadata().getLabels().put("slurm.nebius.ai/jailed-aggregation", "common");
    return config;
  }

  private static ConfigMap map(String name, String text) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .addToData(name, text)
        .build();
  }

  private static void change(World world, String name, String text) throws Exception {
    world
        .objects()
        .edit(ConfigMap.class, ObjectKey.of("default", name), map -> map.getData().put(name, text));
  }

  private String read(String path) throws IOException {
    return new String(its().files().read(JAIL.resolve(path)), StandardCharsets.UTF_8);
  }

  private static String condition(World world, String name, String type) throws Exception {
    return world.objects().find(JailedConfig.class, ObjectKey.of("default", name)).stream()
        .filter(config -> config.getStatus() != null)
        .flatMap(config -> config.getStatus().getConditions().stream())
        .filter(c -> type.equals(c.getType()))
        .map(SConfigScenarioTest::text)
        .findFirst()
        .orElse("");
  }

  private static String text(Condition condition) {
    return condition.getStatus() + "/" + condition.getReason() + " " + condition.getMessage();
  }

  private void restartOnReconfigure() {
    slurm.reactions.put(
        "reconfigure",
        () -> {
          Instant now = its().clock().now();
          slurm.nodes =
              slurm.nodes.stream()
                  .map(n -> n.is(NodeState.NOT_RESPONDING) ? n : n.withSlurmdStartTime(now))
                  .toList();
        });
  }

  private static SlurmNode worker(String name) {
    return SlurmNode.named(name).withSlurmdStartTime(Instant.EPOCH);
  }

  private long count(String what) {
    return slurm.asked.stream().filter(what::equals).count();
  }

  @Test
  void writesTheFileWaitsReconfiguresAndIsIdle() {
    slurm.nodes = List.of(worker("worker-0"));
    restartOnReconfigure();
    run(
        world -> {
          world.objects().create(config("motd", "/etc/motd", "Reconfigure"));
          world.await(
              "init", () -> condition(world, "motd", "FilesWritten").startsWith("Unknown/Init"));
          world.objects().create(map("motd", "hello"));
          world.await(
              "done", () -> condition(world, "motd", "UpdateActionsCompleted").startsWith("True"));

          assertThat(read("etc/motd")).isEqualTo("hello");
          assertThat(its().files().mode(JAIL.resolve("etc/motd"))).isEqualTo(0644);
          assertThat(condition(world, "motd", "FilesWritten"))
              .isEqualTo("True/Success Files were written to jail FS");
          assertThat(condition(world, "motd", "UpdateActionsCompleted"))
              .isEqualTo("True/Success Update actions were called successfully");
          assertThat(count("reconfigure")).isEqualTo(1);
          world.awaitSilence(Duration.ofMinutes(5));

          change(world, "motd", "hello again");
          world.await("the change", () -> read("etc/motd").equals("hello again"));
          assertThat(count("reconfigure")).isEqualTo(1);
          world.run(Duration.ofSeconds(15));
          assertThat(count("reconfigure")).isEqualTo(1);
          world.await("the second", () -> count("reconfigure") == 2);
          assertThat(its().files().list(JAIL.resolve("etc"))).hasSize(1);
          world.awaitSilence(Duration.ofMinutes(5));
        });
  }

  @Test
  @Scenario("soperator-checks-21")
  void reconfiguresOncePerGroupAndWaitsForRespondingNodes() {
    slurm.nodes =
        List.of(
            worker("worker-0"),
            worker("worker-1"),
            worker("worker-2").withStates(NodeState.DOWN, NodeState.NOT_RESPONDING));
    restartOnReconfigure();
    run(
        world -> {
          world.objects().create(map("topology", "t1"));
          world.objects().create(map("slurm", "s1"));
          world.objects().create(aggregated(config("topology", "/etc/slurm/topology.conf")));
          world
              .objects()
              .create(aggregated(config("slurm", "/etc/slurm/slurm.conf", "Reconfigure")));
          world.await("both", () -> bothDone(world));
          world.awaitSilence(Duration.ofMinutes(2));
          slurm.asked.clear();

          change(world, "topology", "t2");
          change(world, "slurm", "s2");
          world.await("the change", () -> count("reconfigure") == 1);
          world.await("both again", () -> bothDone(world));
          world.awaitSilence(Duration.ofMinutes(2));

          assertThat(count("reconfigure")).isEqualTo(1);
          assertThat(read("etc/slurm/topology.conf")).isEqualTo("t2");
          assertThat(read("etc/slurm/slurm.conf")).isEqualTo("s2");
          assertThat(condition(world, "topology", "UpdateActionsCompleted"))
              .isEqualTo("True/Success Update actions were called successfully (aggregated)");

          // now a node that answers and does not restart
          slurm.reactions.clear();
          slurm.asked.clear();
          change(world, "topology", "t3");
          world.run(Duration.ofSeconds(16 + 1 + 60 + 5));
          assertThat(count("reconfigure")).isEqualTo(1);
          assertThat(condition(world, "topology", "UpdateActionsCompleted"))
              .startsWith("False/Refresh");
          restartOnReconfigure();
          world.await("the retry", () -> count("reconfigure") == 2);
          world.await("both again", () -> bothDone(world));
        });
  }

  private static boolean bothDone(World world) throws Exception {
    return condition(world, "topology", "UpdateActionsCompleted").startsWith("True")
        && condition(world, "slurm", "UpdateActionsCompleted").startsWith("True");
  }

  @Test
  void aFailedPollIsNotASuccess() {
    slurm.nodes = List.of(worker("worker-0"));
    slurm.reactions.put("reconfigure", () -> slurm.failOn("nodes"));
    simulation(
            world -> {
              world.objects().create(map("motd", "hello"));
              world.objects().create(config("motd", "/etc/motd", "Reconfigure"));
              world.run(Duration.ofMinutes(2));

              assertThat(condition(world, "motd", "UpdateActionsCompleted"))
                  .startsWith("False/Refresh");
            })
        .lenient("each attempt writes the files again, and reports that, as upstream")
        .run(1);
  }

  @Test
  @Scenario("soperator-checks-22")
  void reportsAMissingKeyWithoutRetry() {
    Run run =
        run(
            world -> {
              world.objects().create(map("motd", "hello"));
              JailedConfig config = config("motd", "/etc/motd", "Reconfigure");
              config.getSpec().getItems().getFirst().setKey("nope");
              world.objects().create(config);
              world.await(
                  "what is wrong",
                  () ->
                      condition(world, "motd", "FilesWritten")
                          .equals(
                              "False/Refresh Refreshing files in jail FS: JailedConfig motd: items"
                                  + " references non-existent config key: nope (of ConfigMap"
                                  + " motd)"));
              int writes = world.writes("sconfigcontroller");
              world.awaitSilence(Duration.ofHours(1));

              assertThat(world.writes("sconfigcontroller")).isEqualTo(writes);
              assertThat(its().files().exists(JAIL.resolve("etc/motd"))).isFalse();
              assertThat(slurm.asked).isEmpty();
            });
    assertThat(run).isNotNull();
  }

  @Test
  void aRelativePathIsRejected() {
    run(
        world -> {
          world.objects().create(map("motd", "hello"));
          world.objects().create(config("motd", "etc/motd"));
          world.await(
              "what is wrong",
              () -> condition(world, "motd", "FilesWritten").contains("must be absolute"));
        });
  }

  @Test
  void ignoresOtherClusters() {
    run(
        world -> {
          world.objects().create(map("motd", "hello"));
          JailedConfig foreign = config("motd", "/etc/motd");
          foreign.getMetadata().getLabels().put("app.kubernetes.io/instance", "other");
          world.objects().create(foreign);
          world.run(Duration.ofMinutes(1));

          assertThat(its().files().exists(JAIL.resolve("etc/motd"))).isFalse();
          assertThat(condition(world, "motd", "FilesWritten")).isEmpty();
        });
  }

  @Test
  void reportsMissingActions() {
    run(
        world -> {
          world.objects().create(map("motd", "hello"));
          world.objects().create(config("motd", "/etc/motd"));
          world.await(
              "done",
              () ->
                  condition(world, "motd", "UpdateActionsCompleted")
                      .equals(
                          "True/MissingAction No update actions specified, skipping further"
                              + " processing"));
          assertThat(slurm.asked).isEmpty();
        });
  }

  @Test
  void aGroupContinuesWithoutAMissingConfigMap() {
    run(
        world -> {
          world.objects().create(map("slurm", "s1"));
          world.objects().create(aggregated(config("topology", "/etc/slurm/topology.conf")));
          world
              .objects()
              .create(aggregated(config("slurm", "/etc/slurm/slurm.conf", "Reconfigure")));
          world.await(
              "the end",
              () -> condition(world, "topology", "UpdateActionsCompleted").contains("NotWritten"));

          assertThat(condition(world, "topology", "FilesWritten"))
              .isEqualTo("False/NotFound ConfigMap not found, files were not written (aggregated)");
          assertThat(condition(world, "slurm", "UpdateActionsCompleted"))
              .startsWith("True/Success");
          assertThat(read("etc/slurm/slurm.conf")).isEqualTo("s1");
        });
  }

  @Test
  void releasesItsLeaseOnStop() {
    flags.add("--leader-elect");
    run(
        world -> {
          ObjectKey lease = ObjectKey.of("default", "gpu.vqeyz6ae.nebius.ai");
          world.await("the lease", () -> !holder(world, lease).isEmpty());
          manager().stop();
          world.await(
              "its end", () -> !world.isRunning("sconfigcontroller"), Duration.ofSeconds(30));

          assertThat(holder(world, lease)).isEmpty();
        });
  }

  private static String holder(World world, ObjectKey lease) throws Exception {
    return world
        .objects()
        .find(Lease.class, lease)
        .map(found -> found.getSpec().getHolderIdentity())
        .orElse("");
  }
}
