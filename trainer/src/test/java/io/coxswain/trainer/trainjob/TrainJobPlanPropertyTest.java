package io.coxswain.trainer.trainjob;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.evidence.property.Arbitraries;
import io.coxswain.evidence.property.Arbitrary;
import io.coxswain.evidence.property.Combinators;
import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.Property;
import io.coxswain.evidence.property.Provide;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.runtime.RuntimeRegistry;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Follows plans as a cluster would carry them out. */
class TrainJobPlanPropertyTest {
  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

  @Property
  void aSecondReconcileOfTheSameStateDoesNothing(
      @ForAll("specs") String spec,
      @ForAll("jobSetStatuses") String jobSetStatus,
      @ForAll("ages") long ageSeconds) {
    Instant now = CREATED.plusSeconds(ageSeconds);
    var cluster = new Cluster(Yaml.job(spec));
    cluster.carryOut(cluster.plan(now));
    cluster.report(jobSetStatus);
    cluster.carryOut(cluster.plan(now));

    TrainJobPlan again = cluster.plan(now);

    assertThat(again.snapshot()).isEmpty();
    assertThat(again.doomed()).isEmpty();
    assertThat(Yaml.json(again.status())).isEqualTo(cluster.statusJson());
    cluster.jobSet.ifPresent(
        jobSet ->
            assertThat(again.objects())
                .allSatisfy(
                    object ->
                        assertThat(Yaml.json(((JobSet) object).getSpec()))
                            .isEqualTo(Yaml.json(jobSet.getSpec()))));
  }

  @Property
  void aJobThatHasEndedNeverStartsAgain(
      @ForAll("specs") String spec,
      @ForAll("jobSetStatuses") String jobSetStatus,
      @ForAll("ages") long ageSeconds,
      @ForAll boolean suspendLater) {
    var cluster = new Cluster(Yaml.job(spec));
    cluster.carryOut(cluster.plan(CREATED));
    cluster.report(jobSetStatus);
    cluster.carryOut(cluster.plan(CREATED.plusSeconds(ageSeconds)));
    boolean ended = cluster.statusJson().toString().matches(".*\"(Complete|Failed)\".*");
    boolean refused = cluster.statusJson().toString().contains(TrainJobPlan.INVALID);
    cluster.jobSet = Optional.empty();
    cluster.job.getSpec().setSuspend(suspendLater);

    TrainJobPlan plan = cluster.plan(CREATED.plusSeconds(ageSeconds + 1));

    if (ended) {
      assertThat(plan.objects()).isEmpty();
      if (!refused) {
        assertThat(plan.problem()).isEmpty();
      }
    } else if (plan.status().getConditions().stream()
        .noneMatch(c -> c.getType().equals("Failed"))) {
      assertThat(plan.objects()).hasSize(1);
    }
  }

  @Provide
  Arbitrary<String> specs() {
    Arbitrary<String> trainers =
        Arbitraries.of(
            "",
            "trainer: {}\n",
            "trainer: {numNodes: 4, command: [go], env: [{name: A, value: b}]}\n",
            "trainer: {env: [{name: PET_NNODES, value: '1'}]}\n");
    Arbitrary<String> suspensions = Arbitraries.of("", "suspend: true\n", "suspend: false\n");
    Arbitrary<String> deadlines = Arbitraries.of("", "activeDeadlineSeconds: 30\n");
    return Combinators.combine(trainers, suspensions, deadlines).as((a, b, c) -> a + b + c);
  }

  @Provide
  Arbitrary<String> jobSetStatuses() {
    return Arbitraries.of(
        "{restarts: 0}",
        "{restarts: 0, replicatedJobsStatus: [{name: node, active: 2}]}",
        "{restarts: 1, conditions: [{type: Completed, status: 'True', reason: r, message: m,"
            + " lastTransitionTime: '2026-01-01T00:00:05Z'}]}",
        "{restarts: 1, conditions: [{type: Failed, status: 'True', reason: r, message: m,"
            + " lastTransitionTime: '2026-01-01T00:00:05Z'}]}",
        "{restarts: 1, conditions: [{type: Failed, status: 'False', reason: r, message: m}]}");
  }

  @Provide
  Arbitrary<Long> ages() {
    return Arbitraries.longs().between(0, 60);
  }

  /** What the plans have led to. */
  private static final class Cluster {
    private final TrainJob job;
    private Optional<ConfigMap> snapshot = Optional.empty();
    private Optional<JobSet> jobSet = Optional.empty();

    Cluster(TrainJob job) {
      this.job = job;
    }

    TrainJobPlan plan(Instant now) {
      var seen =
          new Observed(
              job,
              RuntimeRegistry.kindOf(job),
              snapshot,
              snapshot.isPresent() ? Optional.empty() : Optional.of(Yaml.torchDistributed()),
              jobSet.map(Children::of).orElseGet(Children::none));
      return TrainJobPlan.of(seen, Yaml.plugins(), now);
    }

    void carryOut(TrainJobPlan plan) {
      plan.snapshot().ifPresent(s -> snapshot = Optional.of(s));
      plan.objects()
          .forEach(
              object -> {
                JobSet applied = (JobSet) Json.copy(object);
                jobSet.ifPresent(before -> applied.setStatus(before.getStatus()));
                jobSet = Optional.of(applied);
              });
      job.setStatus(plan.status());
      plan.doomed().ifPresent(gone -> jobSet = Optional.empty());
    }

    void report(String status) {
      jobSet.ifPresent(j -> j.setStatus(Yaml.read(JobSetStatus.class, status)));
    }

    JsonNode statusJson() {
      return Yaml.json(Objects.requireNonNull(job.getStatus()));
    }
  }
}
