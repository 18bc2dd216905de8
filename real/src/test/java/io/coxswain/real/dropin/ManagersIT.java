package io.coxswain.real.dropin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.crd.Crds;
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
import io.coxswain.sim.Serving;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.program.TrainerProgram;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same story with the Go managers of JobSet and Trainer and with ours. */
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

  private interface Story {
    List<String> tell(World world) throws Exception;
  }

  /**
   * One of the programs.
   *
   * @param config its file, with the port of its webhooks to be filled in
   * @param ours the same program here
   * @param others what else there is around it
   */
  private record Subject(
      String program,
      String list,
      String config,
      List<HasMetadata> webhooks,
      Serving ours,
      Consumer<Manager> others,
      String namespace,
      Story story) {}

  @Test
  void jobSetLeavesTheSameObjectsAsTheGoProgram(@TempDir Path folder) throws Exception {
    compare(
        new Subject(
            "jobset-controller",
            "/drop-in-jobset.txt",
            """
            apiVersion: config.jobset.x-k8s.io/v1alpha1
            kind: Configuration
            webhook: {port: %d}
            metrics: {bindAddress: "0"}
            health: {healthProbeBindAddress: "0"}
            leaderElection: {leaderElect: false}
            internalCertManagement: {enable: false}
            """,
            JobSetWebhooks.configurations(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE),
            (env, route) -> {
              Flags flags = io.coxswain.jobset.program.Settings.flags();
              flags.parse(List.of("--config=" + folder.resolve("config.yaml")));
              Manager manager =
                  JobSetProgram.start(
                      env,
                      io.coxswain.jobset.program.Settings.of(flags, Env.production().files())
                          .withoutServers(),
                      "host");
              route.serve(JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE, manager.webhooks());
              manager.run();
            },
            manager -> {},
            JobSetStory.NAMESPACE,
            world -> new JobSetStory(world).tell()),
        folder);
  }

  @Test
  void trainerLeavesTheSameObjectsAsTheGoProgram(@TempDir Path folder) throws Exception {
    compare(
        new Subject(
            "trainer-controller-manager",
            "/drop-in-trainer.txt",
            """
            apiVersion: config.trainer.kubeflow.org/v1alpha1
            kind: Configuration
            webhook: {port: %d}
            metrics: {bindAddress: "0"}
            health: {healthProbeBindAddress: "0"}
            leaderElection: {leaderElect: false}
            certManagement: {enable: false}
            """,
            TrainerWebhooks.configurations(TrainerWebhooks.NAMESPACE, TrainerWebhooks.SERVICE),
            (env, route) -> {
              Flags flags = io.coxswain.trainer.program.Settings.flags();
              flags.parse(List.of("--config=" + folder.resolve("config.yaml")));
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
            manager ->
                JobSetControllers.register(manager, Features.none(), new PrometheusRegistry()),
            TrainStory.NAMESPACE,
            world -> new TrainStory(world).tell()),
        folder);
  }

  private static void compare(Subject subject, Path folder) throws Exception {
    assumeTrue(
        GoManager.isThere(subject.program),
        "there is no " + subject.program + " beside kube-apiserver; tools/real-assets builds it");
    int port = GoManager.freePort();
    Path config = folder.resolve("config.yaml");
    Files.writeString(config, subject.config.formatted(port));
    List<String> theirs = new ArrayList<>();
    surroundings("the Go program", subject)
        .script(
            world -> {
              try (var program =
                  GoManager.serving(subject.program, List.of("--config=" + config))) {
                world.await("its webhooks", () -> program.listens(port));
                for (HasMetadata each : subject.webhooks) {
                  ObjectNode configuration = Json.tree(Json.bytes(each));
                  install(world, each, GoManager.reached(configuration, port));
                }
                theirs.addAll(subject.story.tell(world));
                theirs.addAll(new Remains(world.objects(), subject.namespace).lines());
              }
            })
        .run(1);
    List<String> ours = new ArrayList<>();
    surroundings("our program", subject)
        .serving("ours", subject.ours)
        .script(
            world -> {
              world.awaitIdle();
              for (HasMetadata each : subject.webhooks) {
                install(world, each, Json.tree(Json.bytes(each)));
              }
              ours.addAll(subject.story.tell(world));
              ours.addAll(new Remains(world.objects(), subject.namespace).lines());
            })
        .run(1);

    assertThat(Comparison.unexplained(subject.program, subject.list, theirs, ours)).isEmpty();
  }

  private static void install(World world, HasMetadata kind, JsonNode configuration)
      throws Exception {
    var _ =
        world
            .objects()
            .call(
                ApiRequest.of("POST", ResourceType.of(kind.getClass()).path(""))
                    .body("application/json", Json.bytes(configuration)));
  }

  private static Simulation surroundings(String name, Subject subject) {
    return Simulation.named(name)
        .given(ManagersIT::define)
        .process("cluster", env -> cluster(env, subject.others));
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
