package io.coxswain.cli.training.issues;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.cli.sim.TrainingCluster;
import io.coxswain.cli.training.Cluster;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Bugs of kubeflow/trainer. */
final class TrainerIssuesScenarioTest {
  private static final Simulation CLUSTER = TrainingCluster.small().simulation("trainer issues");

  private static void play(Script script) {
    var _ = CLUSTER.script(script).run(1);
  }

  /** Issue 2981: the JobSet of a finished job was made again after its TTL, and again. */
  @Test
  void aCompleteJobIsNotRunAgainWhenItsJobSetIsDeleted() {
    play(
        world -> {
          ObjectNode job = start(world, "ttlSecondsAfterFinished: 60", "{}", "");
          Cluster.awaitCondition(world, job, "Complete", "True");
          awaitNoJobSet(world, job);
          world.run(Duration.ofHours(1));

          assertStaysEnded(world, job, "Complete", "AllJobsCompleted");
        });
  }

  /** Issue 3779: a job that had used up its restarts got new ones with every new JobSet. */
  @Test
  void aJobThatUsedUpItsRestartsStaysFailedAfterTheTtl() {
    play(
        world -> {
          ObjectNode job =
              start(
                  world,
                  "ttlSecondsAfterFinished: 60\nfailurePolicy: {maxRestarts: 1}",
                  "{simulated.coxswain.io/exit-code: \"1\"}",
                  "");
          Cluster.awaitCondition(world, job, "Failed", "True");
          awaitNoJobSet(world, job);
          world.run(Duration.ofHours(1));

          assertStaysEnded(world, job, "Failed", "ReachedMaxRestarts");
        });
  }

  /** Issue 3737: the same, when somebody deletes the JobSet by hand. */
  @Test
  void aFailedJobStaysFailedWhenItsJobSetIsDeleted() {
    play(
        world -> {
          ObjectNode job =
              start(world, "network: {}", "{simulated.coxswain.io/exit-code: \"1\"}", "");
          Cluster.awaitCondition(world, job, "Failed", "True");
          Cluster.delete(world, jobSet(job));
          awaitNoJobSet(world, job);
          world.run(Duration.ofHours(1));

          assertStaysEnded(world, job, "Failed", "FailedJobs");
        });
  }

  /** Issue 3994: a JobSet that could not be deleted at the deadline ran on for ever. */
  @Test
  void aJobSetThatCannotBeDeletedAtTheDeadlineIsDeletedLater() {
    ObjectNode policy =
        Cluster.yaml(
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: keep}
            spec:
              failurePolicy: Fail
              matchConstraints:
                resourceRules:
                - apiGroups: [jobset.x-k8s.io]
                  apiVersions: [v1alpha2]
                  operations: [DELETE]
                  resources: [jobsets]
              validations: [{expression: "false", message: not now}]
            """);
    ObjectNode binding =
        Cluster.yaml(
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: keep}
            spec: {policyName: keep, validationActions: [Deny]}
            """);
    play(
        world -> {
          Cluster.create(world, policy);
          Cluster.create(world, binding);
          ObjectNode job =
              start(
                  world,
                  "network: {}",
                  "{simulated.coxswain.io/run-for: 24h}",
                  "activeDeadlineSeconds: 30");
          Cluster.awaitCondition(world, job, "Failed", "True");
          world.run(Duration.ofMinutes(1));
          assertThat(Cluster.exists(world, jobSet(job))).isTrue();

          Cluster.delete(world, binding);
          awaitNoJobSet(world, job);
          world.await("no pods", () -> world.objects().list(Pod.class, "default").isEmpty());

          assertStaysEnded(world, job, "Failed", "DeadlineExceeded");
        });
  }

  /** Issue 4087: the controller crashed before it could say so. */
  @Test
  void reportsARuntimeOfAnUnknownKindInTheStatus() {
    play(
        world -> {
          Cluster.delete(
              world,
              Cluster.yaml(
                  """
                  apiVersion: admissionregistration.k8s.io/v1
                  kind: ValidatingWebhookConfiguration
                  metadata: {name: validator.trainer.kubeflow.org}
                  """));
          ObjectNode job = job("tj", "runtimeRef: {kind: Sailboat, name: torch}");
          Cluster.createPatiently(world, job);
          Cluster.awaitCondition(world, job, "Failed", "True");

          JsonNode condition = Cluster.fetch(world, job).at("/status/conditions/0");
          assertThat(condition.path("reason").asText()).isEqualTo("TrainingRuntimeNotSupported");
          assertThat(condition.path("message").asText())
              .isEqualTo("unsupported runtime: Sailboat.trainer.kubeflow.org");
          world.awaitSilence(Duration.ofMinutes(2));
          assertThat(Cluster.exists(world, jobSet(job))).isFalse();
        });
  }

  /** Issue 2735: a name that is too long for pods was accepted, and nobody was told. */
  @Test
  void reportsANameTooLongForPodsAtOnceAndInAnEvent() {
    play(
        world -> {
          ObjectNode runtime = runtime("network: {}", "{}");
          Cluster.createPatiently(world, runtime);
          ObjectNode job = job("a".repeat(60), "runtimeRef: {kind: TrainingRuntime, name: torch}");

          String warning = Cluster.createForWarning(world, job);
          assertThat(warning)
              .contains("metadata.name: pods such as \"" + "a".repeat(60) + "-node-0-1-abcde\"")
              .contains("at most 63");
          world.run(Duration.ofMinutes(1));

          assertThat(Cluster.events(world, "TrainJob"))
              .anyMatch(
                  event ->
                      event.startsWith("TrainJobResourcesCreationFailed: ")
                          && event.contains(
                              "JobSet name is too long, job names generated for this JobSet will"
                                  + " exceed 63 characters"));
          assertThat(Cluster.exists(world, jobSet(job))).isFalse();
          assertThat(world.objects().list(Pod.class, "default")).isEmpty();
        });
  }

  // ---- objects

  private static ObjectNode start(World world, String jobSet, String annotations, String more)
      throws Exception {
    Cluster.createPatiently(world, runtime(jobSet, annotations));
    ObjectNode job = job("tj", "runtimeRef: {kind: TrainingRuntime, name: torch}\n" + more);
    Cluster.createPatiently(world, job);
    return job;
  }

  private static ObjectNode runtime(String jobSet, String annotations) {
    return Cluster.yaml(
        """
        apiVersion: trainer.kubeflow.org/v1alpha1
        kind: TrainingRuntime
        metadata: {name: torch, namespace: default}
        spec:
          mlPolicy: {numNodes: 2, torch: {}}
          template:
            spec:
        %s
              replicatedJobs:
              - name: node
                template:
                  metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                  spec:
                    backoffLimit: 0
                    template:
                      metadata: {annotations: %s}
                      spec:
                        restartPolicy: Never
                        containers: [{name: node, image: registry.example.com/train:1}]
        """
            .formatted(jobSet.indent(6).stripTrailing(), annotations));
  }

  private static ObjectNode job(String name, String spec) {
    return Cluster.yaml(
        """
        apiVersion: trainer.kubeflow.org/v1alpha1
        kind: TrainJob
        metadata: {name: %s, namespace: default}
        spec:
        %s
        """
            .formatted(name, spec.indent(2).stripTrailing()));
  }

  private static ObjectNode jobSet(ObjectNode job) {
    return Cluster.yaml(
        "apiVersion: jobset.x-k8s.io/v1alpha2\nkind: JobSet\nmetadata: {name: %s}\n"
            .formatted(job.at("/metadata/name").asText()));
  }

  private static void awaitNoJobSet(World world, ObjectNode job) {
    world.await("no JobSet", () -> !Cluster.exists(world, jobSet(job)), Duration.ofMinutes(30));
  }

  private static void assertStaysEnded(World world, ObjectNode job, String type, String reason)
      throws ApiException {
    JsonNode now = Cluster.fetch(world, job);
    assertThat(Cluster.condition(now, type)).isEqualTo("True");
    assertThat(now.at("/status/conditions").findValuesAsText("reason")).contains(reason);
    assertThat(Cluster.exists(world, jobSet(job))).isFalse();
    assertThat(world.objects().list(Pod.class, "default")).isEmpty();
  }
}
