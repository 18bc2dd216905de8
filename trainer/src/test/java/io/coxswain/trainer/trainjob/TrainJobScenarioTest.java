package io.coxswain.trainer.trainjob;

import static io.coxswain.trainer.TrainerWorld.TJ;
import static io.coxswain.trainer.TrainerWorld.awaitCondition;
import static io.coxswain.trainer.TrainerWorld.awaitJobSet;
import static io.coxswain.trainer.TrainerWorld.condition;
import static io.coxswain.trainer.TrainerWorld.job;
import static io.coxswain.trainer.TrainerWorld.jobSet;
import static io.coxswain.trainer.TrainerWorld.playJobSet;
import static io.coxswain.trainer.TrainerWorld.setSuspend;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.evidence.Scenario;
import io.coxswain.runtime.client.Owners;
import io.coxswain.sim.Script;
import io.coxswain.sim.World;
import io.coxswain.trainer.TrainerWorld;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.runtime.RuntimeSnapshot;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The TrainJob controller against the embedded server, in virtual time. */
class TrainJobScenarioTest {
  private static final ObjectKey SNAPSHOT = ObjectKey.of("default", "tj-runtime-snapshot");

  @Test
  void aJobBecomesAJobSetOwnedByIt() {
    run(
        world -> {
          world.objects().create(job("trainer: {numNodes: 3, command: [go]}"));
          awaitJobSet(world);
          world.awaitSilence(Duration.ofMinutes(1));

          JobSet jobSet = jobSet(world).orElseThrow();
          TrainJob job = world.objects().fetch(TrainJob.class, TJ);
          assertThat(Owners.isControlledBy(jobSet, job)).isTrue();
          assertThat(
                  jobSet
                      .getSpec()
                      .getReplicatedJobs()
                      .getFirst()
                      .getTemplate()
                      .getSpec()
                      .getParallelism())
              .isEqualTo(3);
          assertThat(jobSet.getMetadata().getManagedFields())
              .anyMatch(f -> f.getManager().equals("trainer") && f.getOperation().equals("Apply"));
          assertThat(world.objects().find(ConfigMap.class, SNAPSHOT)).isPresent();
          assertThat(job.getStatus()).isNull();
        });
  }

  @Test
  @Scenario("trainer-1")
  void theServerFillsInWhatAJobLeavesOut() {
    run(
        world -> {
          world.objects().create(job(""));

          assertThat(Yaml.json(world.objects().fetch(TrainJob.class, TJ).getSpec()))
              .isEqualTo(
                  Yaml.tree(
                      """
                      runtimeRef:
                        name: torch-distributed
                        apiGroup: trainer.kubeflow.org
                        kind: ClusterTrainingRuntime
                      suspend: false
                      managedBy: trainer.kubeflow.org/trainjob-controller
                      """));
        });
  }

  @Test
  @Scenario("trainer-23")
  void suspensionAndResumptionReachTheJobSetAndTheConditions() {
    run(
        world -> {
          world.objects().create(job("suspend: true"));
          awaitCondition(world, "Suspended", "True");
          awaitJobSet(world);
          assertThat(jobSet(world).orElseThrow().getSpec().getSuspend()).isTrue();
          assertThat(condition(world, "Suspended").orElseThrow())
              .extracting(Condition::getReason, Condition::getMessage)
              .containsExactly("Suspended", "TrainJob is suspended");

          setSuspend(world, false);
          awaitCondition(world, "Suspended", "False");

          assertThat(jobSet(world).orElseThrow().getSpec().getSuspend()).isFalse();
          assertThat(condition(world, "Suspended").orElseThrow())
              .extracting(Condition::getReason, Condition::getMessage)
              .containsExactly("Resumed", "TrainJob is resumed");
        });
  }

  @Test
  @Scenario("trainer-24")
  void patchesReachTheJobSetWhileSuspendedAndNeverWhileItRuns() {
    run(
        world -> {
          world.objects().create(job("suspend: true\n" + patch("zone: a")));
          awaitJobSet(world);
          world
              .objects()
              .edit(
                  TrainJob.class,
                  TJ,
                  j -> j.setSpec(job("suspend: true\n" + patch("zone: b")).getSpec()));
          world.await("the new zone", () -> zone(world).equals("b"));

          setSuspend(world, false);
          world.await("a running JobSet", () -> !suspended(world));
          world.awaitSilence(Duration.ofMinutes(1));
          String version = jobSet(world).orElseThrow().getMetadata().getResourceVersion();
          world.objects().edit(TrainJob.class, TJ, j -> j.setSpec(job(patch("zone: c")).getSpec()));
          world.awaitSilence(Duration.ofMinutes(1));

          assertThat(jobSet(world).orElseThrow().getMetadata().getResourceVersion())
              .isEqualTo(version);
        });
  }

  @Test
  @Scenario("trainer-25")
  void aJobKeepsTheRuntimeItStartedWith() {
    run(
        world -> {
          world.objects().create(job("trainer: {}"));
          awaitJobSet(world);
          world
              .objects()
              .edit(
                  ClusterTrainingRuntime.class,
                  ObjectKey.of("torch-distributed"),
                  r -> image(r, "edited"));
          setSuspend(world, true);
          world.await("a suspended JobSet", () -> suspended(world));
          setSuspend(world, false);
          world.await("a running JobSet", () -> !suspended(world));
          world.awaitSilence(Duration.ofMinutes(1));

          assertThat(image(world)).startsWith("pytorch/pytorch:");
        });
  }

  @Test
  @Scenario("trainer-27")
  void aCompletedJobSetCompletesTheJob() {
    run(
        world -> {
          world.objects().create(job(""));
          awaitJobSet(world);
          playJobSet(
              world, "{restarts: 0, replicatedJobsStatus: [{name: node, ready: 1, active: 1}]}");
          world.await("the steps", () -> status(world).getJobsStatus().size() == 1);
          assertThat(status(world).getJobsStatus().getFirst().getActive()).isEqualTo(1);

          playJobSet(
              world,
              """
              restarts: 0
              conditions:
                - type: Completed
                  status: "True"
                  reason: AllJobsCompleted
                  message: jobset completed successfully
                  lastTransitionTime: "2026-01-01T00:05:00Z"
              replicatedJobsStatus: [{name: node, succeeded: 1}]
              """);
          awaitCondition(world, "Complete", "True");

          assertThat(condition(world, "Complete").orElseThrow())
              .extracting(
                  Condition::getReason, Condition::getMessage, Condition::getLastTransitionTime)
              .containsExactly(
                  "AllJobsCompleted", "jobset completed successfully", "2026-01-01T00:05:00Z");
          assertThat(status(world).getJobsStatus().getFirst())
              .extracting(s -> s.getActive(), s -> s.getReady(), s -> s.getSucceeded())
              .containsExactly(0, 0, 1);
        });
  }

  @Test
  @Scenario("trainer-28")
  void aFailedJobStaysFailedWhenItsJobSetIsRemoved() {
    run(
        world -> {
          world.objects().create(job(""));
          awaitJobSet(world);
          playJobSet(
              world,
              """
              restarts: 0
              conditions:
                - type: Failed
                  status: "True"
                  reason: FailedJobs
                  message: jobset failed
                  lastTransitionTime: "2026-01-01T00:05:00Z"
              """);
          awaitCondition(world, "Failed", "True");

          world.objects().delete(JobSet.class, TJ);
          world.awaitSilence(Duration.ofHours(1));

          assertThat(jobSet(world)).isEmpty();
          assertThat(condition(world, "Failed").orElseThrow().getReason()).isEqualTo("FailedJobs");
        });
  }

  @Test
  void aJobSetThatIsDeletedUnderARunningJobIsMadeAgain() {
    run(
        world -> {
          world.objects().create(job(""));
          awaitJobSet(world);
          String uid = jobSet(world).orElseThrow().getMetadata().getUid();
          world.objects().delete(JobSet.class, TJ);

          world.await(
              "another JobSet",
              () -> jobSet(world).filter(j -> !j.getMetadata().getUid().equals(uid)).isPresent());
        });
  }

  @Test
  @Scenario("trainer-29")
  void aDeadlineEndsAJobThatWasNeverSuspended() {
    run(
        world -> {
          world.objects().create(job("activeDeadlineSeconds: 2"));
          awaitJobSet(world);
          world.run(Duration.ofMillis(900));
          assertThat(condition(world, "Failed")).isEmpty();
          world.run(Duration.ofMillis(1500));

          assertThat(condition(world, "Failed").orElseThrow().getReason())
              .isEqualTo("DeadlineExceeded");
          assertThat(jobSet(world)).isEmpty();
        });
  }

  @Test
  @Scenario("trainer-29")
  void aDeadlineEndsTheJobAndEachResumptionStartsTheClockAgain() {
    run(
        world -> {
          world.objects().create(job("suspend: true\nactiveDeadlineSeconds: 2"));
          awaitJobSet(world);
          world.run(Duration.ofMinutes(5));
          assertThat(condition(world, "Failed")).isEmpty();

          setSuspend(world, false);
          awaitCondition(world, "Suspended", "False");
          world.run(Duration.ofMillis(900));
          assertThat(condition(world, "Failed")).isEmpty();
          world.run(Duration.ofMillis(1500));

          assertThat(condition(world, "Failed").orElseThrow())
              .extracting(Condition::getReason, Condition::getMessage)
              .containsExactly("DeadlineExceeded", "TrainJob exceeded its active deadline");
          assertThat(jobSet(world)).isEmpty();
        });
  }

  @Test
  @Scenario("trainer-30")
  void aJobOfAnotherControllerIsLeftAlone() {
    run(
        world -> {
          world.objects().create(job("managedBy: kueue.x-k8s.io/multikueue"));
          world.awaitSilence(Duration.ofHours(1));

          assertThat(jobSet(world)).isEmpty();
          assertThat(world.objects().find(ConfigMap.class, SNAPSHOT)).isEmpty();
          assertThat(world.objects().fetch(TrainJob.class, TJ).getStatus()).isNull();
        });
  }

  @Test
  void aJobThatComesBeforeItsRuntimeWaitsForIt() {
    run(
        world -> {
          TrainJob job = job("");
          job.getSpec().getRuntimeRef().setName("late");
          world.objects().create(job);
          world.run(Duration.ofMinutes(30));
          assertThat(jobSet(world)).isEmpty();
          assertThat(events(world).getFirst())
              .isEqualTo(
                  "Warning TrainJobResourcesCreationFailed TrainJob resources reconciliation"
                      + " failed: not found ClusterTrainingRuntime specified in TrainJob:"
                      + " ClusterTrainingRuntime.trainer.kubeflow.org \"late\" not found");

          ClusterTrainingRuntime runtime = Yaml.torchDistributed();
          runtime.getMetadata().setName("late");
          world.objects().create(runtime);
          world.run(Duration.ofSeconds(1));

          assertThat(jobSet(world)).isPresent();
        });
  }

  @Test
  @Scenario("trainer-31")
  void recordsAShortEventForARejectedJobSetAndRetriesWithBackoff() {
    run(
        world -> {
          ClusterTrainingRuntime runtime = Yaml.torchDistributed();
          runtime.getMetadata().setName("bad-label");
          runtime
              .getSpec()
              .getTemplate()
              .setMetadata(new ObjectMetaBuilder().addToLabels("team", "a".repeat(2000)).build());
          world.objects().create(runtime);
          TrainJob job = job("");
          job.getSpec().getRuntimeRef().setName("bad-label");
          world.objects().create(job);
          world.run(Duration.ofMinutes(1));
          int inTheFirstMinute = world.writes("trainer");
          world.run(Duration.ofMinutes(10));

          assertThat(jobSet(world)).isEmpty();
          assertThat(events(world).getFirst())
              .startsWith(
                  "Warning TrainJobResourcesCreationFailed TrainJob resources reconciliation"
                      + " failed: ")
              .endsWith(" ...");
          assertThat(world.objects().list(Event.class, "default"))
              .allSatisfy(e -> assertThat(e.getMessage()).hasSizeLessThanOrEqualTo(1024));
          assertThat(inTheFirstMinute).isBetween(10, 60);
          assertThat(world.writes("trainer"))
              .isBetween(inTheFirstMinute + 1, inTheFirstMinute + 20);
        });
  }

  @Test
  @Scenario("trainer-38")
  void theSnapshotOfAnEarlierJobIsNotUsed() {
    run(
        world -> {
          TrainJob earlier = Yaml.job("");
          world.objects().create(RuntimeSnapshot.take(earlier, Yaml.torchDistributed()));
          world.objects().create(job(""));
          world.run(Duration.ofMinutes(5));
          assertThat(jobSet(world)).isEmpty();
          assertThat(events(world))
              .anyMatch(
                  e ->
                      e.endsWith(
                          "invalid runtime snapshot: a snapshot configmap exists but is owned by"
                              + " another object"));

          world.objects().delete(ConfigMap.class, SNAPSHOT);

          awaitJobSet(world);
        });
  }

  @Test
  void aBadJobFailsWithAClearMessage() {
    run(
        world -> {
          world.objects().create(job("initializer: {model: {storageUri: \"hf://x/y\"}}"));
          awaitCondition(world, "Failed", "True");
          world.awaitSilence(Duration.ofMinutes(10));

          assertThat(condition(world, "Failed").orElseThrow().getReason())
              .isEqualTo("TrainJobInvalid");
          assertThat(condition(world, "Failed").orElseThrow().getMessage())
              .contains("must have model-initializer job when trainJob is configured");
          assertThat(jobSet(world)).isEmpty();
          assertThat(events(world)).hasSize(1);
        });
  }

  private static void run(Script script) {
    TrainerWorld.simulation("trainjob", script).run(1);
  }

  private static String patch(String nodeSelector) {
    return """
    runtimePatches:
      - manager: acme.io/queue
        trainingRuntimeSpec:
          template:
            spec:
              replicatedJobs:
                - name: node
                  template: {spec: {template: {spec: {nodeSelector: {%s}}}}}
    """
        .formatted(nodeSelector);
  }

  private static TrainJobStatus status(World world) throws Exception {
    TrainJobStatus status = world.objects().fetch(TrainJob.class, TJ).getStatus();
    return status == null ? new TrainJobStatus() : status;
  }

  private static boolean suspended(World world) throws Exception {
    return Boolean.TRUE.equals(jobSet(world).orElseThrow().getSpec().getSuspend());
  }

  private static String zone(World world) throws Exception {
    return pods(world).getNodeSelector().getOrDefault("zone", "");
  }

  private static String image(World world) throws Exception {
    return pods(world).getContainers().getFirst().getImage();
  }

  private static PodSpec pods(World world) throws Exception {
    return jobSet(world)
        .orElseThrow()
        .getSpec()
        .getReplicatedJobs()
        .getFirst()
        .getTemplate()
        .getSpec()
        .getTemplate()
        .getSpec();
  }

  private static void image(ClusterTrainingRuntime runtime, String image) {
    runtime
        .getSpec()
        .getTemplate()
        .getSpec()
        .getReplicatedJobs()
        .getFirst()
        .getTemplate()
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .getFirst()
        .setImage(image);
  }

  private static List<String> events(World world) throws Exception {
    return world.objects().list(Event.class, "default").stream()
        .filter(e -> "TrainJob".equals(e.getInvolvedObject().getKind()))
        .map(e -> e.getType() + " " + e.getReason() + " " + e.getMessage())
        .toList();
  }
}
