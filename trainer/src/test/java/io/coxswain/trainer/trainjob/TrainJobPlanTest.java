package io.coxswain.trainer.trainjob;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.CustomObject;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetSpec;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.runtime.client.Owners;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.runtime.RuntimeRegistry;
import io.coxswain.trainer.runtime.RuntimeSnapshot;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrainJobPlanTest {
  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant NOW = CREATED.plusSeconds(10);

  @Test
  void aNewJobGetsASnapshotAndAJobSet() {
    TrainJobPlan plan = plan(fresh(Yaml.job("")));

    assertThat(plan.snapshot()).isPresent();
    assertThat(plan.objects()).singleElement().isInstanceOf(JobSet.class);
    assertThat(plan.problem()).isEmpty();
    assertThat(plan.status().getConditions()).isEmpty();
    assertThat(plan.again()).isEmpty();
  }

  @Test
  void aJobWithASnapshotIsBuiltFromItWhateverTheRuntimeIsNow() {
    TrainJob job = Yaml.job("");
    ClusterTrainingRuntime then = Yaml.torchDistributed();
    then.getSpec().setTemplate(Yaml.torchDistributed().getSpec().getTemplate());
    then.getSpec().getTemplate().getSpec().setTtlSecondsAfterFinished(5);

    TrainJobPlan plan =
        plan(
            seen(
                job,
                Optional.of(RuntimeSnapshot.take(job, then)),
                Optional.empty(),
                Children.none()));

    assertThat(plan.snapshot()).isEmpty();
    assertThat(((JobSet) plan.objects().getFirst()).getSpec().getTtlSecondsAfterFinished())
        .isEqualTo(5);
  }

  @Test
  void aMissingRuntimeIsRetried() {
    TrainJobPlan plan =
        plan(seen(Yaml.job(""), Optional.empty(), Optional.empty(), Children.none()));

    assertThat(plan.problem())
        .hasValue(
            "not found ClusterTrainingRuntime specified in TrainJob:"
                + " ClusterTrainingRuntime.trainer.kubeflow.org \"torch-distributed\" not found");
    assertThat(plan.retry()).isTrue();
    assertThat(plan.objects()).isEmpty();
    assertThat(plan.status().getConditions()).isEmpty();
  }

  @Test
  void anUnknownKindOfRuntimeFailsTheJob() {
    TrainJob job = Yaml.job("");
    job.getSpec().getRuntimeRef().setKind("Other");

    TrainJobPlan plan = plan(seen(job, Optional.empty(), Optional.empty(), Children.none()));

    assertThat(conditions(plan))
        .isEqualTo(
            Yaml.tree(
                """
                - type: Failed
                  status: "True"
                  reason: TrainingRuntimeNotSupported
                  message: "unsupported runtime: Other.trainer.kubeflow.org"
                  lastTransitionTime: "2026-01-01T00:00:10Z"
                """));
    assertThat(plan.retry()).isFalse();
  }

  @Test
  void aJobThatCannotBeBuiltFails() {
    TrainJobPlan plan = plan(fresh(Yaml.job("trainer: {env: [{name: PET_NNODES}]}")));

    assertThat(conditions(plan).at("/0/reason").asText()).isEqualTo("TrainJobInvalid");
    assertThat(conditions(plan).at("/0/message").asText()).contains("[PET_NNODES]");
    assertThat(plan.objects()).isEmpty();
    assertThat(plan.retry()).isFalse();
  }

  @Test
  void aBadPatchDoesNotEndAJobThatHasItsJobSet() {
    TrainJob job = Yaml.job("suspend: true\nruntimePatches: [{manager: alice}]");

    TrainJobPlan plan = plan(running(job, "suspend: true", ""));

    assertThat(plan.problem()).isPresent();
    assertThat(plan.retry()).isTrue();
    assertThat(plan.objects()).isEmpty();
    assertThat(conditions(plan)).hasSize(1).first().asString().contains("Suspended");
  }

  @Test
  void aJobOfAnotherControllerKeepsRunningRegardlessOfItsRuntime() {
    TrainJob job = Yaml.job("");
    ClusterTrainingRuntime runtime = Yaml.torchDistributed();
    runtime.getSpec().setMlPolicy(Yaml.read(MLPolicy.class, "{mpi: {}}"));
    Observed running = running(job, "suspend: false", "replicatedJobsStatus: [{name: node}]");
    Optional<ConfigMap> snapshot = Optional.of(RuntimeSnapshot.take(job, runtime));

    TrainJobPlan plan = plan(seen(job, snapshot, Optional.empty(), running.children()));

    assertThat(plan.objects()).isEmpty();
    assertThat(plan.problem()).isEmpty();
    assertThat(plan.status().getConditions()).isEmpty();
    assertThat(plan.status().getJobsStatus()).hasSize(1);
  }

  @Test
  void setsTheSuspendedCondition() {
    TrainJobPlan plan = plan(fresh(Yaml.job("suspend: true")));

    assertThat(((JobSet) plan.objects().getFirst()).getSpec().getSuspend()).isTrue();
    assertThat(conditions(plan))
        .isEqualTo(
            Yaml.tree(
                """
                - type: Suspended
                  status: "True"
                  reason: Suspended
                  message: TrainJob is suspended
                  lastTransitionTime: "2026-01-01T00:00:10Z"
                """));
  }

  @Test
  void setsTheResumedReasonOnlyAfterASuspension() {
    TrainJob job = Yaml.job("suspend: false");
    job.setStatus(
        status(
            "conditions: [{type: Suspended, status: \"True\", reason: Suspended, message:"
                + " TrainJob is suspended, lastTransitionTime: \"2026-01-01T00:00:01Z\"}]"));

    TrainJobPlan plan = plan(running(job, "suspend: true", ""));

    assertThat(((JobSet) plan.objects().getFirst()).getSpec().getSuspend()).isFalse();
    assertThat(conditions(plan))
        .isEqualTo(
            Yaml.tree(
                """
                - type: Suspended
                  status: "False"
                  reason: Resumed
                  message: TrainJob is resumed
                  lastTransitionTime: "2026-01-01T00:00:10Z"
                """));
    assertThat(plan(running(Yaml.job("suspend: false"), "{}", "")).status().getConditions())
        .isEmpty();
  }

  @Test
  void doesNotRebuildAFinishedJobEvenIfItsJobSetIsDeleted() {
    TrainJob job = Yaml.job("");
    TrainJobStatus failed =
        status("conditions: [{type: Failed, status: \"True\", reason: FailedJobs}]");
    job.setStatus(failed);

    TrainJobPlan plan = plan(fresh(job));

    assertThat(plan.objects()).isEmpty();
    assertThat(plan.snapshot()).isEmpty();
    assertThat(Yaml.json(plan.status())).isEqualTo(Yaml.json(failed));
  }

  @Test
  void keepsTheStatusThatTheProgramReports() {
    TrainJob job = Yaml.job("");
    job.setStatus(status("trainerStatus: {progressPercentage: 40}"));

    TrainJobPlan plan = plan(running(job, "{}", "replicatedJobsStatus: [{name: node, active: 1}]"));

    assertThat(Yaml.json(plan.status()))
        .isEqualTo(
            Yaml.tree(
                """
                jobsStatus:
                  - {name: node, ready: 0, succeeded: 0, failed: 0, active: 1, suspended: 0}
                trainerStatus: {progressPercentage: 40}
                """));
  }

  @Test
  void requeuesForAFutureDeadline() {
    TrainJobPlan plan = plan(running(Yaml.job("activeDeadlineSeconds: 25"), "{}", ""));

    assertThat(plan.again()).hasValue(Duration.ofSeconds(15));
    assertThat(plan.doomed()).isEmpty();
  }

  @Test
  void anExceededDeadlineFailsTheJobAndDeletesItsJobSet() {
    TrainJobPlan plan = plan(running(Yaml.job("activeDeadlineSeconds: 10"), "{}", ""));

    assertThat(plan.doomed()).isPresent();
    assertThat(plan.again()).isEmpty();
    assertThat(conditions(plan))
        .isEqualTo(
            Yaml.tree(
                """
                - type: Failed
                  status: "True"
                  reason: DeadlineExceeded
                  message: TrainJob exceeded its active deadline
                  lastTransitionTime: "2026-01-01T00:00:10Z"
                """));
  }

  @Test
  void createsNoJobSetAfterTheDeadline() {
    TrainJobPlan plan = plan(fresh(Yaml.job("activeDeadlineSeconds: 1")));

    assertThat(plan.objects()).isEmpty();
    assertThat(conditions(plan).at("/0/reason").asText()).isEqualTo("DeadlineExceeded");
  }

  @Test
  void deletesTheJobSetOfAnExceededDeadlineInALaterReconcile() {
    TrainJob job = Yaml.job("activeDeadlineSeconds: 1");
    job.setStatus(
        status("conditions: [{type: Failed, status: \"True\", reason: DeadlineExceeded}]"));

    TrainJobPlan plan =
        plan(
            running(
                job,
                "{}",
                "conditions: [{type: Failed, status: \"True\", reason: FailedJobs, message: m}]"));

    assertThat(plan.doomed()).isPresent();
    assertThat(conditions(plan).at("/0/reason").asText()).isEqualTo("DeadlineExceeded");
  }

  @Test
  void pausesTheDeadlineWhileSuspendedAndRestartsItOnResumption() {
    TrainJob job = Yaml.job("suspend: true\nactiveDeadlineSeconds: 4");
    TrainJob resumed = Yaml.job("activeDeadlineSeconds: 4");
    resumed.setStatus(
        status(
            "conditions: [{type: Suspended, status: \"False\", reason: Resumed,"
                + " lastTransitionTime: \"2026-01-01T00:00:09Z\"}]"));
    TrainJob resuming = Yaml.job("activeDeadlineSeconds: 4");
    resuming.setStatus(
        status(
            "conditions: [{type: Suspended, status: \"True\", reason: Suspended,"
                + " lastTransitionTime: \"2026-01-01T00:00:00Z\"}]"));

    assertThat(plan(running(job, "{}", "")).again()).isEmpty();
    assertThat(plan(running(resumed, "{}", "")).again()).hasValue(Duration.ofSeconds(3));
    assertThat(plan(running(resuming, "suspend: true", "")).again())
        .hasValue(Duration.ofSeconds(4));
  }

  @Test
  void successBeatsADeadlineThatPassesInTheSameMoment() {
    TrainJobPlan plan =
        plan(
            running(
                Yaml.job("activeDeadlineSeconds: 10"),
                "{}",
                "conditions: [{type: Completed, status: \"True\", reason: r, message: m}]"));

    assertThat(conditions(plan)).hasSize(1);
    assertThat(conditions(plan).at("/0/type").asText()).isEqualTo("Complete");
    assertThat(plan.doomed()).isEmpty();
  }

  private static TrainJobPlan plan(Observed seen) {
    return TrainJobPlan.of(seen, Yaml.plugins(), NOW);
  }

  private static JsonNode conditions(TrainJobPlan plan) {
    return Yaml.json(plan.status().getConditions());
  }

  private static TrainJobStatus status(String yaml) {
    return Yaml.read(TrainJobStatus.class, yaml);
  }

  private static Observed fresh(TrainJob job) {
    return seen(job, Optional.empty(), Optional.of(Yaml.torchDistributed()), Children.none());
  }

  /** With a snapshot, and a JobSet of the given spec and status. */
  private static Observed running(TrainJob job, String spec, String status) {
    JobSet jobSet = new JobSet();
    jobSet.getMetadata().setName("tj");
    jobSet.getMetadata().setNamespace("default");
    jobSet.getMetadata().setOwnerReferences(List.of(Owners.controlledBy(job)));
    jobSet.setSpec(Yaml.read(JobSetSpec.class, spec));
    if (!status.isEmpty()) {
      jobSet.setStatus(Yaml.read(JobSetStatus.class, status));
    }
    return seen(
        job,
        Optional.of(RuntimeSnapshot.take(job, Yaml.torchDistributed())),
        Optional.empty(),
        Children.of(jobSet));
  }

  private static Observed seen(
      TrainJob job,
      Optional<ConfigMap> snapshot,
      Optional<CustomObject<TrainingRuntimeSpec, Void>> live,
      Children children) {
    return new Observed(job, RuntimeRegistry.kindOf(job), snapshot, live, children);
  }

  @Test
  void theLongestDeadlineIsAhead() {
    TrainJobPlan plan =
        plan(running(Yaml.job("activeDeadlineSeconds: 9223372036854775807"), "{}", ""));

    assertThat(plan.again().orElseThrow().toNanos()).isPositive();
    assertThat(plan.doomed()).isEmpty();
  }
}
