package io.coxswain.slurm.sconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.env.Env;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.junit.Simulated;
import io.coxswain.sim.junit.SimulatedTest;
import io.coxswain.slurm.client.SlurmNode;
import io.coxswain.slurm.client.TestingSlurm;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** A fault at every write: in the end the files are the newest, and nothing else is left. */
final class SConfigSweepTest implements SimulatedTest {
  private static final Path JAIL = Path.of("/mnt/jail");

  private final AtomicReference<Env> its = new AtomicReference<>();

  private Env its() {
    return Objects.requireNonNull(its.get());
  }

  @Override
  public Simulation simulation() {
    return Simulation.named("sconfigcontroller")
        .restartMatters(
            "sconfigcontroller",
            "it writes all files when it starts, and reports that, as upstream")
        .given(world -> world.objects().define(Crds.define(JailedConfig.class)))
        .before(world -> its.set(null))
        .process("sconfigcontroller", this::main);
  }

  private void main(Env env) throws Exception {
    its.set(env);
    env.files().createDirectories(JAIL);
    var slurm = new TestingSlurm();
    slurm.nodes = List.of(SlurmNode.named("worker-0").withSlurmdStartTime(Instant.EPOCH));
    slurm.reactions.put(
        "reconfigure",
        () -> slurm.nodes = List.of(slurm.nodes.getFirst().withSlurmdStartTime(env.clock().now())));
    Flags flags = SConfigSettings.flags();
    flags.parse(
        List.of("--cluster-name=gpu", "--metrics-bind-address=0", "--health-probe-bind-address=0"));
    SConfigSettings settings = SConfigSettings.of(flags, new TreeMap<>(), env.files());
    Manager manager = SConfigProgram.manager(env, settings, "host").build();
    SConfigProgram.register(manager, settings, slurm);
    manager.run();
  }

  @Simulated(seeds = 5, sweep = "sconfigcontroller", chaos = 10)
  void theNewestFilesAreInPlaceAndNothingElse(World world) throws Exception {
    for (String name : List.of("slurm", "topology")) {
      world.objects().create(map(name));
      world.objects().create(config(name));
    }
    world.await("the first files", () -> isDone(world, "first"), Duration.ofMinutes(20));

    for (String name : List.of("slurm", "topology")) {
      world
          .objects()
          .edit(
              ConfigMap.class,
              ObjectKey.of("default", name),
              map -> map.getData().put(name, "second"));
    }
    world.await("the second files", () -> isDone(world, "second"), Duration.ofMinutes(20));
    world.awaitSilence(Duration.ofMinutes(2));
    assertThat(isDone(world, "second")).isTrue();
    assertThat(its().files().list(JAIL.resolve("etc")))
        .containsExactly(JAIL.resolve("etc/slurm"), JAIL.resolve("etc/topology"));
  }

  private boolean isDone(World world, String text) throws Exception {
    if (its.get() == null) {
      return false; // it has not started yet
    }
    for (String name : List.of("slurm", "topology")) {
      boolean acted =
          world.objects().find(JailedConfig.class, ObjectKey.of("default", name)).stream()
                  .filter(config -> config.getStatus() != null)
                  .flatMap(config -> config.getStatus().getConditions().stream())
                  .filter(condition -> condition.getStatus().equals("True"))
                  .count()
              == 2;
      Path file = JAIL.resolve("etc").resolve(name);
      boolean written =
          its().files().exists(file)
              && new String(its().files().read(file), StandardCharsets.UTF_8).equals(text);
      if (!acted || !written) {
        return false;
      }
    }
    return true;
  }

  private static ConfigMap map(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .addToData(name, "first")
        .build();
  }

  private static JailedConfig config(String name) {
    var config = new JailedConfig();
    config.getMetadata().setNamespace("default");
    config.getMetadata().setName(name);
    config
        .getMetadata()
        .setLabels(
            new TreeMap<>(
                Map.of(
                    "app.kubernetes.io/instance",
                    "gpu",
                    "slurm.nebius.ai/jailed-aggregation",
                    "common")));
    config.getSpec().getConfigMap().setName(name);
    config
        .getSpec()
        .setItems(List.of(new KeyToPathBuilder().withKey(name).withPath("/etc/" + name).build()));
    config.getSpec().setUpdateActions(List.of("Reconfigure"));
    return config;
  }
}
