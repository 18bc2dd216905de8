package io.coxswain.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.cli.sim.TrainingCluster;
import io.coxswain.sim.Script;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What people get wrong: what they are told and where, and that nothing is left half made. */
final class BadInputScenarioTest {
  private static final Simulation CLUSTER = TrainingCluster.small().simulation("bad input");

  private static void play(Script script) {
    var _ =
        CLUSTER
            .script(
                world -> {
                  world.run(Duration.ofSeconds(5)); // until the webhooks answer
                  script.run(world);
                })
            .run(1);
  }

  @Test
  void anUnknownRuntimeIsRejectedByName() {
    play(
        world -> {
          refused(
              world,
              job("tj", "runtimeRef: {name: no-such-runtime}"),
              403,
              "admission webhook \"validator.trainjob.trainer.kubeflow.org\" denied the request:"
                  + " spec.RuntimeRef: Invalid value: ",
              "ClusterTrainingRuntime.trainer.kubeflow.org \"no-such-runtime\" not found: specified"
                  + " clusterTrainingRuntime must be created before the TrainJob is created");
          refused(
              world,
              job("tj", "runtimeRef: {kind: TrainingRuntime, name: no-such-runtime}"),
              403,
              "TrainingRuntime.trainer.kubeflow.org \"no-such-runtime\" not found");
          assertNothing(world);
        });
  }

  @Test
  void aRuntimeOfTheWrongKindIsRejected() {
    play(
        world -> {
          refused(
              world,
              job("tj", "runtimeRef: {kind: Deployment, apiGroup: apps, name: torch-distributed}"),
              403,
              "unsupported runtime: Deployment.apps");
          assertNothing(world);
        });
  }

  @Test
  void anImmutableFieldStaysAsItIs() {
    play(
        world -> {
          ObjectNode job =
              job("tj", "runtimeRef: {name: torch-distributed}\ntrainer: {numNodes: 1}");
          Cluster.create(world, job);
          Cluster.awaitCondition(world, job, "Complete", "True");
          var before = Cluster.fetch(world, job).path("spec");

          ApiException refusal =
              catchThrowableOfType(
                  ApiException.class,
                  () -> Cluster.merge(world, job, "{\"spec\": {\"trainer\": {\"numNodes\": 2}}}"));

          assertThat(refusal.code()).isEqualTo(422);
          assertThat(refusal)
              .hasMessageContaining("spec.trainer: Invalid value")
              .hasMessageContaining("field is immutable");
          assertThat(Cluster.fetch(world, job).path("spec")).isEqualTo(before);
        });
  }

  @Test
  void rejectsNamesThatAreTooLongAtTheirField() {
    play(
        world -> {
          refused(
              world,
              job("a".repeat(64), "runtimeRef: {name: torch-distributed}"),
              422,
              "metadata.name must be no more than 63 characters");
          refused(
              world,
              Cluster.yaml(
                  """
                  apiVersion: jobset.x-k8s.io/v1alpha2
                  kind: JobSet
                  metadata: {name: %s, namespace: default}
                  spec:
                    replicatedJobs:
                    - name: a
                      template: {spec: {template: {spec: {containers: [{name: c, image: i}]}}}}
                  """
                      .formatted("a".repeat(60))),
              422,
              "spec.replicatedJobs[0].name: Invalid value: ",
              "JobSet name is too long, job names generated for this JobSet will exceed 63"
                  + " characters");
          assertNothing(world);
        });
  }

  /** Accepted, as upstream has it: a JobSet without pods, which is ready at once. */
  @Test
  void zeroNodesAreAcceptedAndMakeNoPods() {
    play(
        world -> {
          ObjectNode job =
              job("tj", "runtimeRef: {name: torch-distributed}\ntrainer: {numNodes: 0}");
          Cluster.create(world, job);
          world.run(Duration.ofMinutes(5));

          assertThat(world.objects().list(JobSet.class, "default"))
              .singleElement()
              .satisfies(
                  jobSet ->
                      assertThat(
                              jobSet
                                  .getSpec()
                                  .getReplicatedJobs()
                                  .getFirst()
                                  .getTemplate()
                                  .getSpec()
                                  .getParallelism())
                          .isZero());
          assertThat(world.objects().list(Pod.class, "default")).isEmpty();

          refused(
              world,
              job("bad", "runtimeRef: {name: torch-distributed}\ntrainer: {numNodes: -1}"),
              422,
              "spec.trainer.numNodes: Invalid value: -1: spec.trainer.numNodes in body should be"
                  + " greater than or equal to 0");
        });
  }

  /** Nothing of a program's own certificates goes through files: a full disk does not matter. */
  @Test
  void aCertificateDirectoryThatCannotBeWrittenDoesNotMatter() {
    var _ =
        TrainingCluster.small()
            .withCertificates()
            .simulation("full disks")
            .script(
                world -> {
                  world.awaitIdle();
                  world.fillDisk("trainer-1");
                  world.fillDisk("jobset-1");
                  ObjectNode job = job("tj", "runtimeRef: {name: torch-distributed}");
                  Cluster.createPatiently(world, job);

                  Cluster.awaitCondition(world, job, "Complete", "True");
                })
            .run(1);
  }

  private static void refused(World world, ObjectNode object, int code, String... texts) {
    ApiException refusal =
        catchThrowableOfType(ApiException.class, () -> Cluster.create(world, object));
    assertThat(refusal).isNotNull();
    assertThat(refusal.code()).isEqualTo(code);
    for (String text : texts) {
      assertThat(refusal).hasMessageContaining(text);
    }
  }

  private static void assertNothing(World world) throws ApiException {
    world.run(Duration.ofMinutes(1));
    assertThat(world.objects().list(JobSet.class, "default")).isEmpty();
    assertThat(world.objects().list(Job.class, "default")).isEmpty();
    assertThat(world.objects().list(Pod.class, "default")).isEmpty();
    assertThat(
            world.objects().list(ConfigMap.class, "default").stream()
                .map(map -> map.getMetadata().getName())
                .filter(name -> name.contains("snapshot")))
        .isEmpty();
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
}
