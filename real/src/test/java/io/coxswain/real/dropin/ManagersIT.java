package io.coxswain.real.dropin;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.jobset.Features;
import io.coxswain.jobset.JobSetControllers;
import io.coxswain.jobset.JobSetWebhooks;
import io.coxswain.jobset.program.JobSetProgram;
import io.coxswain.kube.gc.GarbageCollector;
import io.coxswain.kube.job.JobController;
import io.coxswain.kube.job.JobOptions;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.node.simulated.Stages;
import io.coxswain.real.GoManager;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.program.TrainerProgram;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same script with the Go managers of JobSet and Trainer and with ours. */
final class ManagersIT {
  private static final String FAILING =
      """
      apiVersion: trainer.kubeflow.org/v1alpha1
      kind: ClusterTrainingRuntime
      metadata: {name: failing, labels: {trainer.kubeflow.org/framework: plain}}
      spec:
        mlPolicy: {numNodes: 1}
        template:
          spec:
            replicatedJobs:
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  backoffLimit: 0
                  template:
                    metadata: {annotations: {simulated.coxswain.io/exit-code: "3"}}
                    spec:
                      restartPolicy: Never
                      containers: [{name: node, image: i}]
      """;

  @Test
  void jobSetLeavesTheSameObjectsAsTheGoProgram(@TempDir Path folder) throws Exception {
    int port = GoManager.freePort();
    Path config =
        config(
            folder,
            port,
            """
            apiVersion: config.jobset.x-k8s.io/v1alpha1
            kind: Configuration
            webhook: {port: %d}
            metrics: {bindAddress: "0"}
            health: {healthProbeBindAddress: "0"}
            leaderElection: {leaderElect: false}
            internalCertManagement: {enable: false}
            """);
    new SideBySide(
            "jobset-controller",
            "/drop-in-jobset.txt",
            List.of("--config=" + config),
            Map.of(),
            port,
            JobSetWebhooks.configurations(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE),
            () -> surroundings(manager -> {}),
            (env, route) -> {
              Flags flags = io.coxswain.jobset.program.Settings.flags();
              flags.parse(List.of("--config=" + config));
              Manager manager =
                  JobSetProgram.start(
                      env,
                      io.coxswain.jobset.program.Settings.of(flags, Env.production().files())
                          .withoutServers(),
                      "host");
              route.serve(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE, manager.webhooks());
              manager.run();
            },
            List.of(JobSetScript.NAMESPACE),
            world -> new JobSetScript(world).run(),
            UnaryOperator.identity())
        .compare();
  }

  @Test
  void trainerLeavesTheSameObjectsAsTheGoProgram(@TempDir Path folder) throws Exception {
    int port = GoManager.freePort();
    Path config =
        config(
            folder,
            port,
            """
            apiVersion: config.trainer.kubeflow.org/v1alpha1
            kind: Configuration
            webhook: {port: %d}
            metrics: {bindAddress: "0"}
            health: {healthProbeBindAddress: "0"}
            leaderElection: {leaderElect: false}
            certManagement: {enable: false}
            """);
    new SideBySide(
            "trainer-controller-manager",
            "/drop-in-trainer.txt",
            List.of("--config=" + config),
            Map.of(),
            port,
            TrainerWebhooks.configurations(TrainerWebhooks.NAMESPACE, TrainerWebhooks.SERVICE),
            () ->
                surroundings(
                    manager ->
                        JobSetControllers.register(
                            manager, Features.none(), new PrometheusRegistry())),
            (env, route) -> {
              Flags flags = io.coxswain.trainer.program.Settings.flags();
              flags.parse(List.of("--config=" + config));
              Manager manager =
                  TrainerProgram.start(
                      env,
                      io.coxswain.trainer.program.Settings.of(flags, Env.production().files())
                          .withoutServers(),
                      "host");
              route.serve(
                  TrainerWebhooks.NAMESPACE,
                  TrainerWebhooks.SERVICE,
                  manager.webhooks(),
                  TrainerWebhooks.PATHS);
              manager.run();
            },
            List.of(TrainScript.NAMESPACE),
            world -> new TrainScript(world).run(),
            UnaryOperator.identity())
        .compare();
  }

  /** Either program is told the same. */
  private static Path config(Path folder, int port, String text) throws IOException {
    return Files.writeString(folder.resolve("config.yaml"), text.formatted(port));
  }

  private static Simulation surroundings(Consumer<Manager> others) {
    return Simulation.named("around a manager")
        .given(ManagersIT::define)
        .process("cluster", env -> cluster(env, others));
  }

  private static void define(World world) throws Exception {
    for (JsonNode definition : Crds.all()) {
      String group = definition.path("spec").path("group").asText();
      if (group.equals("jobset.x-k8s.io") || group.equals("trainer.kubeflow.org")) {
        world.objects().define(definition);
      }
    }
    for (HasMetadata runtime : ShippedRuntimes.all()) {
      var _ = world.objects().create(runtime);
    }
    var _ =
        world
            .objects()
            .call(
                ApiRequest.of("POST", "/apis/trainer.kubeflow.org/v1alpha1/clustertrainingruntimes")
                    .body("application/json", Json.bytes(Json.yamlMapper().readTree(FAILING))));
  }

  private static void cluster(Env env, Consumer<Manager> others) throws ManagerException {
    Manager manager = Manager.builder(env).name("cluster").build();
    JobController.register(manager, JobOptions.byDefault());
    GarbageCollector.register(manager);
    Scheduler.register(manager);
    SimulatedNodes.register(manager, SimulatedNodeOptions.nodes(3).withStages(Stages.byDefault()));
    others.accept(manager);
    manager.run();
  }
}
