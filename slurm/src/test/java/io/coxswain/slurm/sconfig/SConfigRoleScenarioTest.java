package io.coxswain.slurm.sconfig;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.bundle.Crds;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.env.Env;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.roles.Identity;
import io.coxswain.sim.roles.Right;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.sim.roles.RoleTrial;
import io.coxswain.slurm.client.TestingSlurm;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** sconfigcontroller with the role that it is deployed with. */
final class SConfigRoleScenarioTest {
  private static final String HOME = "slurm";

  private static final RoleTrial TRIAL =
      new RoleTrial(
          "slurm-cluster/sconfigcontroller-role.yaml",
          new RoleFile("sconfigcontroller", HOME, "sconfigcontroller"),
          Stream.of(
                  // callers of metrics
                  Right.everywhere("authentication.k8s.io", "tokenreviews", "create"),
                  Right.everywhere("authorization.k8s.io", "subjectaccessreviews", "create"),
                  // the key that tokens for Slurm are signed with
                  Right.in(HOME, "", "secrets", "get"))
              .flatMap(List::stream)
              .toList());

  private static Simulation script(Identity who) {
    return Simulation.named("sconfigcontroller")
        .restartMatters(
            "sconfigcontroller",
            "it writes all files when it starts, and reports that, as upstream")
        .given(
            world -> {
              world.objects().define(Crds.define(JailedConfig.class));
              world
                  .objects()
                  .create(
                      new NamespaceBuilder()
                          .withNewMetadata()
                          .withName(HOME)
                          .endMetadata()
                          .build());
            })
        .process("sconfigcontroller", who.limit(SConfigRoleScenarioTest::main))
        .script(
            world -> {
              world.objects().create(config());
              world
                  .objects()
                  .create(
                      new ConfigMapBuilder()
                          .withNewMetadata()
                          .withNamespace(HOME)
                          .withName("motd")
                          .endMetadata()
                          .addToData("motd", "hello")
                          .build());
              world.await("it is written", () -> isWritten(world));
              world.run(Duration.ofSeconds(10)); // the lease is renewed
            });
  }

  private static void main(Env env) throws Exception {
    env.files().createDirectories(Path.of("/mnt/jail"));
    Flags flags = SConfigSettings.flags();
    flags.parse(
        List.of(
            "--cluster-name=gpu",
            "--cluster-namespace=" + HOME,
            "--leader-elect",
            "--metrics-bind-address=0",
            "--health-probe-bind-address=0"));
    SConfigSettings settings = SConfigSettings.of(flags, new TreeMap<>(), env.files());
    Manager manager = SConfigProgram.manager(env, settings, "host").build();
    SConfigProgram.register(manager, settings, new TestingSlurm());
    manager.run();
  }

  private static JailedConfig config() {
    var config = new JailedConfig();
    config.getMetadata().setNamespace(HOME);
    config.getMetadata().setName("motd");
    config.getMetadata().setLabels(new TreeMap<>(Map.of("app.kubernetes.io/instance", "gpu")));
    config.getSpec().getConfigMap().setName("motd");
    config.getSpec().setDefaultMode(420);
    config
        .getSpec()
        .setItems(List.of(new KeyToPathBuilder().withKey("motd").withPath("/etc/motd").build()));
    return config;
  }

  private static boolean isWritten(World world) throws Exception {
    var status = world.objects().fetch(JailedConfig.class, ObjectKey.of(HOME, "motd")).getStatus();
    return status != null
        && status.getConditions().stream()
            .anyMatch(c -> c.getType().equals("FilesWritten") && c.getStatus().equals("True"));
  }

  @Test
  void theRoleGrantsExactlyWhatTheProgramRequests() throws Exception {
    TRIAL.check(SConfigRoleScenarioTest::script);
  }

  @Test
  void theProgramWorksWithTheRole() {
    TRIAL.play(SConfigRoleScenarioTest::script);
  }

  @Test
  void failsWithoutPermissionToWriteStatus() {
    TRIAL.playWithout("jailedconfigs/status", "patch", SConfigRoleScenarioTest::script);
  }
}
