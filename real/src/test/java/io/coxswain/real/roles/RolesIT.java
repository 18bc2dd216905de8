package io.coxswain.real.roles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.crd.Crds;
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
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.TrainerControllers;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** JobSet and Trainer under the roles that they are deployed with. */
final class RolesIT {
  private static final Path DEPLOY = Path.of(System.getProperty("coxswain.root", ".."), "deploy");

  /**
   * A program and what it should do.
   *
   * @param folder under {@code deploy}
   * @param account the name of its service account in its namespace
   * @param controllers what it runs
   * @param others what else is there, with all rights
   * @param object what a user creates, in the collection
   * @param done where the object says that it is done
   */
  private record Subject(
      String folder,
      String home,
      String account,
      Consumer<Manager> controllers,
      Consumer<Manager> others,
      String collection,
      String object,
      Predicate<JsonNode> done) {}

  private static final Subject JOB_SET =
      new Subject(
          "jobset",
          "jobset-system",
          "jobset-controller-manager",
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
          "trainer",
          TrainerWebhooks.NAMESPACE,
          "kubeflow-trainer-controller-manager",
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
    static Without nothing(Subject subject) {
      return new Without(subject, "", "");
    }

    boolean isNothing() {
      return verb.isEmpty();
    }

    @Override
    public String toString() {
      return subject.folder
          + " under its role"
          + (isNothing() ? "" : " without " + verb + " of " + resource);
    }
  }

  @TestFactory
  Stream<DynamicTest> doesItsWorkUnderTheRole() {
    return Stream.of(JOB_SET, TRAINER)
        .map(Without::nothing)
        .map(
            all ->
                DynamicTest.dynamicTest(
                    all.toString(),
                    () ->
                        play(
                            all,
                            (world, refused) -> {
                              world.await(
                                  "it is done, or something is refused",
                                  () -> isDone(world, all.subject) || !refused.isEmpty(),
                                  Duration.ofSeconds(60));
                              assertThat(refused).isEmpty();
                              assertThat(isDone(world, all.subject)).isTrue();
                            })));
  }

  @TestFactory
  Stream<DynamicTest> doesNotWithOneVerbLess() {
    return Stream.of(
            new Without(JOB_SET, "jobs", "create"),
            new Without(JOB_SET, "jobsets", "watch"),
            new Without(JOB_SET, "jobsets/status", "update"),
            new Without(TRAINER, "jobsets", "patch"),
            new Without(TRAINER, "jobsets", "watch"))
        .map(
            without ->
                DynamicTest.dynamicTest(
                    without.toString(),
                    () ->
                        play(
                            without,
                            (world, refused) -> {
                              world.await("a refusal", () -> !refused.isEmpty());
                              world.run(Duration.ofSeconds(4));
                              assertThat(isDone(world, without.subject)).isFalse();
                            })));
  }

  private interface Script {
    void run(World world, Queue<String> refused) throws Exception;
  }

  private static void play(Without without, Script script) {
    Subject subject = without.subject;
    Queue<String> refused = new ConcurrentLinkedQueue<>();
    Simulation.named(without.toString())
        .given(RolesIT::define)
        .before(world -> install(world, without))
        .process("cluster", env -> cluster(env, subject.others))
        .process(subject.folder, env -> limited(env, subject, refused))
        .script(
            world -> {
              post(world, subject.collection, subject.object);
              script.run(world, refused);
            })
        .run(1);
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

  private static void install(World world, Without without) throws ApiException, IOException {
    post(
        world,
        "/api/v1/namespaces",
        "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(without.subject.home));
    Path role = DEPLOY.resolve(without.subject.folder).resolve("role.yaml");
    boolean found = without.isNothing();
    for (String document : Files.readString(role).split("\n---\n")) {
      JsonNode object = Json.yamlMapper().readTree(document);
      if (!(object instanceof ObjectNode)) {
        continue;
      }
      for (JsonNode rule : object.path("rules")) {
        found |= take(rule, without);
      }
      String namespace = object.path("metadata").path("namespace").asText();
      world
          .objects()
          .call(
              ApiRequest.of("POST", collection(object.path("kind").asText(), namespace))
                  .body("application/json", Json.bytes(object)));
    }
    assertThat(found).as("%s is in the role", without).isTrue();
  }

  private static String collection(String kind, String namespace) {
    String plural = kind.toLowerCase(java.util.Locale.ROOT) + "s";
    return kind.equals("ServiceAccount")
        ? "/api/v1/namespaces/" + namespace + "/" + plural
        : "/apis/rbac.authorization.k8s.io/v1/"
            + (namespace.isEmpty() ? "" : "namespaces/" + namespace + "/")
            + plural;
  }

  /** Whether there was something to take. */
  private static boolean take(JsonNode rule, Without without) {
    if (!rule.path("resources").toString().contains("\"" + without.resource + "\"")) {
      return false;
    }
    ArrayNode verbs = (ArrayNode) rule.path("verbs");
    for (int i = 0; i < verbs.size(); i++) {
      if (verbs.get(i).asText().equals(without.verb)) {
        verbs.remove(i);
        if (verbs.isEmpty()) {
          verbs.add("nothing"); // a rule names a verb
        }
        return true;
      }
    }
    return false;
  }

  private static boolean isDone(World world, Subject subject) throws ApiException {
    ApiRequest get = ApiRequest.get(subject.collection + "/it");
    return subject.done.test(Json.tree(world.objects().call(get).body()));
  }

  private static void limited(Env env, Subject subject, Queue<String> refused)
      throws ManagerException {
    var account =
        new AsAccount(
            env.api(), subject.home, subject.account, request -> refused.add(request.toString()));
    Manager manager = Manager.builder(env.withApi(account)).name(subject.folder).build();
    subject.controllers.accept(manager);
    manager.run();
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
