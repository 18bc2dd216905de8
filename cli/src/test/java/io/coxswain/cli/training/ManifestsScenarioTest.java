package io.coxswain.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.cli.sim.TrainingCluster;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.trainer.ShippedRuntimes;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every JobSet and TrainJob of {@code testdata} is accepted or rejected as its first line says, and
 * what is accepted runs to its end; and so does a job on every runtime. Upstream's manifests are
 * tried likewise where they are at hand.
 */
final class ManifestsScenarioTest {
  private static final String ALL_GATES = "RestartJob: true, InPlaceRestart: true";

  private static final String NO_RESTART_JOB =
      "failure policy actions are not allowed when RestartJob feature gate is disabled";
  private static final String NO_IN_PLACE =
      "cannot be set when InPlaceRestart feature gate is disabled";

  /** What default gates reject, and the message; the last four are upstream's. */
  private static final Map<String, String> GATED =
      Map.of(
          "restart-one-job.yaml", NO_RESTART_JOB,
          "restart-one-job-freely.yaml", NO_RESTART_JOB,
          "agent-is-the-worker.yaml", NO_IN_PLACE,
          "agent-is-a-sidecar.yaml", NO_IN_PLACE,
          "restartjob-action.yaml", NO_RESTART_JOB,
          "restartjobandignoremaxrestarts-action.yaml", NO_RESTART_JOB,
          "jobset-main-container-mode.yaml", NO_IN_PLACE,
          "jobset-sidecar-container-mode.yaml", NO_IN_PLACE);

  private static final Refused RESTARTS_ALL_CONTAINERS =
      new Refused(
          "\"restartPolicyRules\":[{\"action\":\"RestartAllContainers\",\"exitCodes\":"
              + "{\"operator\":\"NotIn\",\"values\":[0]}}],",
          "",
          "Unsupported value: \"RestartAllContainers\"");
  private static final Refused PRIVILEGED =
      new Refused(
          "\"privileged\":true",
          "\"privileged\":false",
          "securityContext.privileged: Forbidden: disallowed by cluster policy");

  /**
   * Those whose Jobs a server of 1.35 with its default settings rejects; the last two are
   * upstream's.
   */
  private static final Map<String, Refused> REFUSED_JOBS =
      Map.of(
          "agent-is-a-sidecar.yaml", RESTARTS_ALL_CONTAINERS,
          "privileged-slices.yaml", PRIVILEGED,
          "jobset-sidecar-container-mode.yaml", RESTARTS_ALL_CONTAINERS,
          "v6e-jax-workload.yaml", PRIVILEGED);

  /**
   * @param text what is refused, in the JobSet
   * @param instead what would be accepted
   */
  private record Refused(String text, String instead, String message) {
    ObjectNode mended(ObjectNode job) {
      return Json.tree(job.toString().replace(text, instead).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static final Simulation SMALL = cluster(TrainingCluster.small());
  private static final Simulation WITH_GATES =
      cluster(TrainingCluster.small().withJobSetGates(ALL_GATES));

  private static final String REFUSED_JOB = "dataset-step-rejected.yaml";

  /** Four nodes in each of three pools, as the examples of exclusive placement want them. */
  private static void pools(World world) throws ApiException {
    for (int i = 0; i < 12; i++) {
      world.objects().create(Cluster.pooled(i, 4));
    }
  }

  private static Simulation cluster(TrainingCluster cluster) {
    return cluster.simulation("manifests").before(ManifestsScenarioTest::pools);
  }

  private static DynamicTest played(String name, Simulation cluster, Script script) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          var _ =
              cluster
                  .script(
                      world -> {
                        world.run(Duration.ofSeconds(5)); // until the webhooks answer
                        script.run(world);
                      })
                  .run(1);
        });
  }

  @TestFactory
  Stream<DynamicTest> jobSets() {
    var tests = new ArrayList<DynamicTest>();
    int jobSets = 0;
    var files = new ArrayList<>(Manifests.files("jobset"));
    files.addAll(Manifests.upstreamFiles("jobset/examples"));
    for (Path file : files) {
      String name = Objects.requireNonNull(file.getFileName()).toString();
      List<ObjectNode> objects = Manifests.objects(file);
      List<ObjectNode> jobs = objects.stream().filter(Manifests::isJob).toList();
      if (jobs.isEmpty()) {
        continue;
      }
      jobSets += jobs.size();
      var others = new ArrayList<>(Manifests.companions(file));
      objects.stream().filter(object -> !Manifests.isJob(object)).forEach(others::add);
      String refusal = GATED.get(name);
      if (refusal != null) {
        tests.add(
            played(name + " without its gate", SMALL, world -> refused(world, jobs, refusal, 422)));
      }
      Simulation cluster = refusal == null ? SMALL : WITH_GATES;
      Refused part = REFUSED_JOBS.get(name);
      if (part == null) {
        tests.add(played(name, cluster, world -> run(world, others, jobs)));
      } else {
        tests.add(
            played(
                name + " is accepted, its Jobs are refused",
                cluster,
                world -> {
                  install(world, others);
                  Cluster.create(world, jobs.getFirst());
                  awaitNote(world, "JobCreationFailed", part.message());
                }));
        tests.add(
            played(
                name + " without that",
                cluster,
                world -> run(world, others, jobs.stream().map(part::mended).toList())));
      }
    }
    assertThat(jobSets).isGreaterThan(20);
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> trainJobs() {
    return Stream.of(Manifests.files("trainer"), Manifests.upstreamFiles("trainer/examples"))
        .flatMap(
            folder -> {
              List<ObjectNode> runtimes =
                  folder.stream()
                      .map(Manifests::objects)
                      .filter(objects -> objects.stream().noneMatch(Manifests::isJob))
                      .flatMap(List::stream)
                      .toList();
              return folder.stream()
                  .filter(file -> Manifests.objects(file).stream().anyMatch(Manifests::isJob))
                  .map(file -> trainJob(file, runtimes));
            });
  }

  private static DynamicTest trainJob(Path file, List<ObjectNode> runtimes) {
    String name = Objects.requireNonNull(file.getFileName()).toString();
    List<ObjectNode> objects = Manifests.objects(file);
    List<ObjectNode> jobs = objects.stream().filter(Manifests::isJob).toList();
    return played(
        name,
        SMALL,
        world -> {
          install(world, runtimes);
          install(world, objects.stream().filter(o -> !Manifests.isJob(o)).toList());
          if (name.equals(REFUSED_JOB)) {
            refused(
                world,
                jobs,
                "must have volumeMount with name - initializer in container dataset-initializer of"
                    + " the dataset-initializer job",
                403);
            return;
          }
          for (ObjectNode job : jobs) {
            Cluster.create(world, job);
            if (job.at("/spec/suspend").asBoolean()) {
              resume(world, job);
            }
            awaitEnd(world, job, "Complete");
          }
        });
  }

  /** Where they are at hand: upstream's own runtimes in the place of ours that have their names. */
  @TestFactory
  Stream<DynamicTest> upstreamRuntimes() {
    return Manifests.upstreamFiles("trainer/runtimes").stream()
        .flatMap(file -> Manifests.objects(file).stream())
        .map(
            runtime ->
                played(
                    "upstream's " + runtime.at("/metadata/name").asText(),
                    SMALL,
                    world -> {
                      Cluster.delete(world, runtime);
                      Cluster.create(world, runtime);
                      trains(world, runtime.at("/metadata/name").asText());
                    }));
  }

  @TestFactory
  Stream<DynamicTest> shippedRuntimes() {
    return ShippedRuntimes.all().stream()
        .map(runtime -> runtime.getMetadata().getName())
        .map(name -> played(name, SMALL, world -> trains(world, name)));
  }

  private static void trains(World world, String runtime) throws Exception {
    boolean tune = runtime.startsWith("torchtune");
    ObjectNode job =
        Json.tree(
            Json.bytes(
                Json.yamlMapper()
                    .readTree(
                        """
                        apiVersion: trainer.kubeflow.org/v1alpha1
                        kind: TrainJob
                        metadata: {name: tj, namespace: default}
                        spec:
                          runtimeRef: {name: %s}
                          trainer:
                            numNodes: %d
                            command: %s
                        """
                            .formatted(runtime, tune ? 1 : 2, tune ? "[tune, run]" : "[train]"))));
    Cluster.create(world, job);
    awaitEnd(world, job, "Complete");
  }

  private static void run(World world, List<ObjectNode> others, List<ObjectNode> jobs)
      throws ApiException {
    install(world, others);
    for (ObjectNode job : jobs) {
      Cluster.create(world, job);
    }
    for (ObjectNode job : jobs) {
      awaitEnd(world, job, "Completed");
    }
  }

  private static void awaitNote(World world, String reason, String note) {
    world.await(
        "an event " + reason,
        () ->
            world.objects().list(Event.class, "default").stream()
                .anyMatch(e -> reason.equals(e.getReason()) && e.getNote().contains(note)));
  }

  private static void install(World world, List<ObjectNode> objects) throws ApiException {
    for (ObjectNode object : objects) {
      // Workloads, their pod groups and what Kueue reads are kinds that nobody serves here.
      if (Cluster.knows(object)) {
        Cluster.create(world, object);
      }
    }
  }

  private static void refused(World world, List<ObjectNode> jobs, String message, int code)
      throws Exception {
    for (ObjectNode job : jobs) {
      ApiException refusal =
          catchThrowableOfType(ApiException.class, () -> Cluster.create(world, job));
      assertThat(refusal).isNotNull();
      assertThat(refusal.code()).isEqualTo(code);
      assertThat(refusal).hasMessageContaining(message);
    }
    world.run(Duration.ofMinutes(1));
    assertThat(world.objects().list(Job.class, "default")).isEmpty();
    assertThat(world.objects().list(Pod.class, "default")).isEmpty();
  }

  private static void resume(World world, ObjectNode job) throws Exception {
    world.await(
        "it is suspended",
        () -> Cluster.condition(Cluster.fetch(world, job), "Suspended").equals("True"));
    world.run(Duration.ofMinutes(1));
    assertThat(world.objects().list(Pod.class, "default")).isEmpty();
    Cluster.merge(world, job, "{\"spec\": {\"suspend\": false}}");
  }

  /** Complete, not failed, with pods that ran. A TTL may remove it a minute after. */
  private static void awaitEnd(World world, ObjectNode job, String condition) {
    world.await(
        job.at("/metadata/name").asText() + " is complete",
        () -> {
          JsonNode now = Cluster.fetch(world, job);
          assertThat(Cluster.condition(now, "Failed")).isNotEqualTo("True");
          return Cluster.condition(now, condition).equals("True");
        },
        Duration.ofMinutes(30));
  }
}
