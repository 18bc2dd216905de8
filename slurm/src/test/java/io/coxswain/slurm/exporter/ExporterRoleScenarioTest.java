package io.coxswain.slurm.exporter;

import io.coxswain.runtime.flags.Flags;
import io.coxswain.sim.Main;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.roles.Identity;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.sim.roles.RoleTrial;
import io.coxswain.slurm.client.ScriptedServer;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The exporter with the role that it is deployed with. */
final class ExporterRoleScenarioTest {
  private static final String HOME = "slurm";

  private static final RoleTrial TRIAL =
      new RoleTrial(
          "slurm-cluster/exporter-role.yaml",
          new RoleFile("exporter", HOME, "exporter"),
          List.of());

  private static Simulation script(Identity who) {
    var server =
        new ScriptedServer()
            .on("/slurm/v0.0.44/ping/", 200, "{\"pings\":[],\"errors\":[]}")
            .on(
                "/slurm/v0.0.44/nodes/",
                200,
                "{\"errors\":[],\"nodes\":[{\"name\":\"gpu-0\",\"state\":[\"IDLE\"],\"cpus\":8}]}")
            .on(
                "/slurm/v0.0.44/jobs/",
                200,
                "{\"errors\":[],\"jobs\":[{\"job_id\":1,\"job_state\":[\"RUNNING\"],"
                    + "\"nodes\":\"gpu-0\"}]}")
            .on("/slurm/v0.0.44/diag/", 200, "{\"errors\":[],\"statistics\":{}}");
    var exporter = new AtomicReference<Exporter>();
    Main program =
        env -> {
          Flags flags = ExporterSettings.flags();
          flags.parse(
              List.of(
                  "--cluster-name=c",
                  "--cluster-namespace=" + HOME,
                  "--collection-interval=1s",
                  "--metrics-bind-address=0",
                  "--monitoring-bind-address=0"));
          Exporter started =
              ExporterProgram.start(
                  env.withHttp(server),
                  ExporterSettings.of(flags, new TreeMap<>()),
                  Collections.emptySortedMap());
          exporter.set(started);
          started.run();
        };
    return Simulation.named("exporter")
        .given(ExporterRoleScenarioTest::install)
        .process("exporter", who.limit(program))
        .script(
            world -> {
              world.await(
                  "a node with its place",
                  () -> exporter.get() != null && text(exporter).contains("island-7"));
              Objects.requireNonNull(exporter.get()).stop();
            });
  }

  private static String text(AtomicReference<Exporter> exporter) {
    return new String(Objects.requireNonNull(exporter.get()).metrics(), StandardCharsets.UTF_8);
  }

  private static void install(World world) throws Exception {
    world
        .objects()
        .create(new NamespaceBuilder().withNewMetadata().withName(HOME).endMetadata().build());
    world
        .objects()
        .create(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(HOME)
                .withName("c-rest-jwt-key")
                .endMetadata()
                .addToStringData("rest_jwt.key", "first")
                .build());
    world
        .objects()
        .create(
            new NodeBuilder()
                .withNewMetadata()
                .withName("m1")
                .addToLabels("slurm.nebius.ai/nodeset-name", "gpu")
                .addToLabels("topology.nebius.com/nvl-instance-group-id", "island-7")
                .endMetadata()
                .build());
    world
        .objects()
        .create(
            new PodBuilder()
                .withNewMetadata()
                .withNamespace(HOME)
                .withName("gpu-0")
                .addToLabels("app.kubernetes.io/instance", "c")
                .addToLabels("slurm.nebius.ai/worker", "true")
                .endMetadata()
                .withNewSpec()
                .withNodeName("m1")
                .addNewContainer()
                .withName("slurmd")
                .withImage("slurmd")
                .endContainer()
                .endSpec()
                .build());
  }

  @Test
  void theRoleGrantsExactlyWhatTheProgramRequests() throws Exception {
    TRIAL.check(ExporterRoleScenarioTest::script);
  }

  @Test
  void theProgramWorksWithTheRole() {
    TRIAL.play(ExporterRoleScenarioTest::script);
  }

  @Test
  void failsWithoutPermissionToReadItsKey() {
    TRIAL.playWithout("secrets", "get", ExporterRoleScenarioTest::script);
  }
}
