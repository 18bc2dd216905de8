package io.coxswain.real.roles;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.jobset.Features;
import io.coxswain.jobset.JobSetControllers;
import io.coxswain.kube.gc.GarbageCollector;
import io.coxswain.kube.job.JobController;
import io.coxswain.kube.job.JobOptions;
import io.coxswain.node.scheduler.Scheduler;
import io.coxswain.node.simulated.SimulatedNodeOptions;
import io.coxswain.node.simulated.SimulatedNodes;
import io.coxswain.node.simulated.Stages;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.roles.Identity;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.sim.roles.RoleTrial;
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.TrainerControllers;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * JobSet and Trainer with the roles that they are deployed with; what writes these roles shows that
 * they are enough on the embedded server, in module cli. The other managers have such tests of
 * their own, which are played here too.
 */
final class RolesIT {

  /**
   * A program and what it should do.
   *
   * @param controllers what it runs, with the role
   * @param others what else is there, with all rights
   * @param object what a user creates, in the collection
   * @param done where the object says that it is done
   */
  private record Subject(
      RoleTrial trial,
      Consumer<Manager> controllers,
      Consumer<Manager> others,
      String collection,
      String object,
      Predicate<JsonNode> done) {

    Simulation script(Identity who) {
      return Simulation.named(trial.path())
          .given(RolesIT::define)
          .process("cluster", env -> cluster(env, others))
          .process("program", who.limit(this::program))
          .script(
              world -> {
                post(world, collection, object);
                world.await("it is done", () -> isDone(world), Duration.ofSeconds(60));
              });
    }

    private void program(Env env) throws ManagerException {
      RoleFile role = trial.role();
      Manager manager =
          Manager.builder(env)
              .name(role.name())
              .leaderElection(
                  election -> election.id(role.name()).namespace(role.home()).host("host"))
              .build();
      controllers.accept(manager);
      manager.run();
    }

    private boolean isDone(World world) throws ApiException {
      ApiRequest get = ApiRequest.get(collection + "/it");
      return done.test(Json.tree(world.objects().call(get).body()));
    }
  }

  private static RoleTrial trial(String folder, String home, String account) {
    return new RoleTrial(folder + "/role.yaml", new RoleFile(account, home, account), List.of());
  }

  private static final Subject JOB_SET =
      new Subject(
          trial("jobset", "jobset-system", "jobset-controller-manager"),
          RolesIT::jobSets,
          manager -> {},
          "/apis/jobset.x-k8s.io/v1alpha2/namespaces/default/jobsets",
          """
          apiVersion: jobset.x-k8s.io/v1alpha2
          kind: JobSet
          metadata: {name: it, namespace: default}
          spec:
            replicatedJobs:
            - name: w
              replicas: 2
              template:
                spec:
                  parallelism: 1
                  completions: 1
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: c, image: i}]
          """,
          jobSet -> jobSet.path("status").path("terminalState").asText().equals("Completed"));

  private static final Subject TRAINER =
      new Subject(
          trial("trainer", TrainerWebhooks.NAMESPACE, "kubeflow-trainer-controller-manager"),
          TrainerControllers::register,
          RolesIT::jobSets,
          "/apis/trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs",
          """
          apiVersion: trainer.kubeflow.org/v1alpha1
          kind: TrainJob
          metadata: {name: it, namespace: default}
          spec:
            runtimeRef: {name: torch-distributed}
            trainer: {numNodes: 2}
          """,
          job -> job.path("status").path("conditions").toString().contains("\"Complete\""));

  /** A right that is taken away. */
  private record Without(Subject subject, String resource, String verb) {
    void play() {
      subject.trial.playWithout(resource, verb, subject::script);
    }

    @Override
    public String toString() {
      return subject.trial.path() + " without " + verb + " of " + resource;
    }
  }

  @TestFactory
  Stream<DynamicTest> doesItsWorkUnderTheRole() {
    return Stream.of(JOB_SET, TRAINER)
        .map(
            subject ->
                DynamicTest.dynamicTest(
                    subject.trial.path(), () -> subject.trial.play(subject::script)));
  }

  @TestFactory
  Stream<DynamicTest> doesNotWithOneVerbLess() {
    return Stream.of(
            new Without(JOB_SET, "jobs", "create"),
            new Without(JOB_SET, "jobsets", "watch"),
            new Without(JOB_SET, "jobsets/status", "update"),
            new Without(TRAINER, "jobsets", "create"),
            new Without(TRAINER, "jobsets", "patch"))
        .map(without -> DynamicTest.dynamicTest(without.toString(), without::play));
  }

  private static void define(World world) throws ApiException {
    for (JsonNode definition : Crds.all()) {
      String group = definition.path("spec").path("group").asText();
      if (group.equals("jobset.x-k8s.io") || group.equals("trainer.kubeflow.org")) {
        world.objects().define(definition);
      }
    }
    for (HasMetadata runtime : ShippedRuntimes.all()) {
      world.objects().create(runtime);
    }
  }

  private static void jobSets(Manager manager) {
    JobSetControllers.register(manager, Features.none(), new PrometheusRegistry());
  }

  /** The Job controller, the garbage collector, a scheduler, nodes and what else is given. */
  private static void cluster(Env env, Consumer<Manager> others) throws ManagerException {
    Manager manager = Manager.builder(env).name("cluster").build();
    JobController.register(manager, JobOptions.byDefault());
    GarbageCollector.register(manager);
    Scheduler.register(manager);
    SimulatedNodes.register(manager, SimulatedNodeOptions.nodes(2).withStages(Stages.byDefault()));
    others.accept(manager);
    manager.run();
  }

  private static void post(World world, String path, String yaml) throws ApiException {
    try {
      JsonNode object = Json.yamlMapper().readTree(yaml);
      world
          .objects()
          .call(ApiRequest.of("POST", path).body("application/json", Json.bytes(object)));
    } catch (IOException e) {
      throw new AssertionError(yaml, e);
    }
  }
}
