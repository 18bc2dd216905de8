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
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** JobSet under the role that it is deployed with. */
final class RolesIT {
  private static final Path ROLE =
      Path.of(System.getProperty("coxswain.root", ".."), "deploy/jobset/role.yaml");
  private static final String HOME = "jobset-system";
  private static final String ACCOUNT = "jobset-controller-manager";
  private static final String JOB_SETS =
      "/apis/jobset.x-k8s.io/v1alpha2/namespaces/default/jobsets";

  /** A right that is taken away. */
  private record Without(String resource, String verb) {
    static final Without NOTHING = new Without("", "");

    @Override
    public String toString() {
      return equals(NOTHING) ? "its role" : "its role without " + verb + " of " + resource;
    }
  }

  @Test
  void aJobSetRunsToItsEndUnderTheRole() {
    play(
        Without.NOTHING,
        (world, refused) -> {
          world.await("it completes", () -> isCompleted(world), Duration.ofSeconds(60));
          assertThat(refused).isEmpty();
        });
  }

  @TestFactory
  Stream<DynamicTest> itDoesNotWithOneVerbLess() {
    return Stream.of(
            new Without("jobs", "create"),
            new Without("jobsets", "watch"),
            new Without("jobsets/status", "update"))
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
                              assertThat(isCompleted(world)).isFalse();
                            })));
  }

  private interface Script {
    void run(World world, Queue<String> refused) throws Exception;
  }

  private static void play(Without without, Script script) {
    Queue<String> refused = new ConcurrentLinkedQueue<>();
    Simulation.named("jobset under " + without)
        .given(RolesIT::define)
        .before(world -> install(world, without))
        .process("cluster", RolesIT::cluster)
        .process("jobset", env -> jobset(env, refused))
        .script(
            world -> {
              post(
                  world,
                  JOB_SETS,
                  """
                  apiVersion: jobset.x-k8s.io/v1alpha2
                  kind: JobSet
                  metadata: {name: js, namespace: default}
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
                  """);
              script.run(world, refused);
            })
        .run(1);
  }

  private static void define(World world) throws ApiException {
    for (JsonNode definition : Crds.all()) {
      if (definition.path("spec").path("group").asText().equals("jobset.x-k8s.io")) {
        world.objects().define(definition);
      }
    }
  }

  private static void install(World world, Without without) throws ApiException, IOException {
    post(
        world,
        "/api/v1/namespaces",
        "{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(HOME));
    boolean found = without.equals(Without.NOTHING);
    for (String document : Files.readString(ROLE).split("\n---\n")) {
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

  private static boolean isCompleted(World world) throws ApiException {
    JsonNode jobSet = Json.tree(world.objects().call(ApiRequest.get(JOB_SETS + "/js")).body());
    return jobSet.path("status").path("terminalState").asText().equals("Completed");
  }

  private static void jobset(Env env, Queue<String> refused) throws ManagerException {
    Env limited =
        env.withApi(
            new AsAccount(env.api(), HOME, ACCOUNT, request -> refused.add(request.toString())));
    Manager manager = Manager.builder(limited).name("jobset").build();
    JobSetControllers.register(manager, Features.none(), new PrometheusRegistry());
    manager.run();
  }

  /** The Job controller, the garbage collector, a scheduler and nodes. */
  private static void cluster(Env env) throws ManagerException {
    Manager manager = Manager.builder(env).name("cluster").build();
    JobController.register(manager, JobOptions.byDefault());
    GarbageCollector.register(manager);
    Scheduler.register(manager);
    SimulatedNodes.register(manager, SimulatedNodeOptions.nodes(2).withStages(Stages.byDefault()));
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
