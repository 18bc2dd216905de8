package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static io.coxswain.jobset.Fixtures.jobSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.jobset.ReplicatedJobStatus;
import io.coxswain.jobset.Fixtures.Pretend;
import io.coxswain.jobset.label.Keys;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobSetPlanTest {

  @Test
  void doesNothingTwice() {
    var world = new Pretend(jobSet(groups(group("a", 2))));

    world.settle();

    assertThat(world.plan().actions()).isEmpty();
    assertThat(world.plan().status()).isEmpty();
  }

  @Test
  void countsJobsByHowFarTheyAre() {
    var world = new Pretend(jobSet(groups(group("a", 3), group("b", 1))));
    world.settle();

    world.ready("js-a-0");
    world.complete("js-a-1");
    world.settle();

    assertThat(world.status().getReplicatedJobsStatus())
        .extracting(ReplicatedJobStatus::getName)
        .containsExactly("b", "a");
    ReplicatedJobStatus a = world.status().getReplicatedJobsStatus().get(1);
    assertThat(List.of(a.getReady(), a.getActive(), a.getSucceeded(), a.getFailed()))
        .containsExactly(1, 1, 1, 0);
  }

  @Test
  void completesWhenAllJobsHave() {
    var world = new Pretend(jobSet(groups(group("a", 1), group("b", 1))));
    world.settle();

    world.complete("js-a-0");
    world.settle();
    assertThat(world.conditions()).isEmpty();
    world.complete("js-b-0");
    world.settle();

    assertThat(world.conditions()).containsExactly("Completed=True/AllJobsCompleted");
    assertThat(world.status().getTerminalState()).isEqualTo("Completed");
    assertThat(world.notices)
        .containsExactly(
            new PendingEvent(false, "AllJobsCompleted", "jobset completed successfully"));
  }

  @Test
  void anyOfTheTargetedJobsIsEnough() {
    var world =
        new Pretend(
            jobSet(
                "successPolicy: {operator: Any, targetReplicatedJobs: [b]}\n"
                    + groups(group("a", 2), group("b", 2))));
    world.settle();

    world.complete("js-a-0");
    world.settle();
    assertThat(world.conditions()).isEmpty();
    world.complete("js-b-1");
    world.settle();

    assertThat(world.conditions()).containsExactly("Completed=True/AllJobsCompleted");
    assertThat(world.jobs.keySet()).containsExactly("js-a-0", "js-b-1");
  }

  @Test
  void withoutAFailurePolicyTheFirstFailureEndsAll() {
    var world = new Pretend(jobSet(groups(group("a", 3))));
    world.settle();

    world.fail("js-a-2");
    world.fail("js-a-0");
    world.settle();

    assertThat(world.conditions()).containsExactly("Failed=True/FailedJobs");
    assertThat(world.message("Failed"))
        .isEqualTo("jobset failed due to one or more job failures (first failed job: js-a-2)");
    assertThat(world.status().getTerminalState()).isEqualTo("Failed");
    assertThat(world.jobs.keySet()).containsExactly("js-a-0", "js-a-2");
  }

  @Test
  void restartsAllJobsUntilTheLimit() {
    var world = new Pretend(jobSet("failurePolicy: {maxRestarts: 1}\n" + groups(group("a", 2))));
    world.settle();

    world.fail("js-a-0");
    world.settle();
    assertThat(world.status().getRestarts()).isEqualTo(1);
    assertThat(world.conditions()).containsExactly("RestartingJobSet=True/DefaultFailurePolicy");
    assertThat(world.jobs.values())
        .extracting(job -> OwnedJobs.number(job, Keys.RESTART_ATTEMPT))
        .containsExactly(1, 1);
    world.fail("js-a-1");
    world.settle();

    assertThat(world.status().getRestarts()).isEqualTo(1);
    assertThat(world.conditions())
        .containsExactly("RestartingJobSet=False/JobSetFailed", "Failed=True/ReachedMaxRestarts");
    assertThat(world.notices)
        .extracting(PendingEvent::reason)
        .containsExactly(
            "DefaultFailurePolicy",
            "RestartJobSetFailurePolicyAction",
            "ReachedMaxRestarts",
            "JobSetFailed");
  }

  @Test
  void aRestartIsOverWhenAllJobsAreReady() {
    var world = new Pretend(jobSet("failurePolicy: {maxRestarts: 3}\n" + groups(group("a", 2))));
    world.settle();

    world.fail("js-a-0");
    world.settle();
    world.ready("js-a-0");
    world.settle();
    assertThat(world.conditions()).containsExactly("RestartingJobSet=True/DefaultFailurePolicy");
    world.complete("js-a-1");
    world.settle();

    assertThat(world.conditions()).containsExactly("RestartingJobSet=False/JobsReady");
  }

  @Test
  void aReplacementWaitsForItsOwnPredecessorAlone() {
    var world = new Pretend(jobSet("failurePolicy: {maxRestarts: 1}\n" + groups(group("a", 2))));
    world.settle();
    world.fail("js-a-0");
    JobSetPlan decision = world.plan();
    decision.status().ifPresent(world.jobSet::setStatus);

    Job held = world.job("js-a-1");
    held.getMetadata().setDeletionTimestamp("2026-01-01T12:00:00Z");
    world.pass();
    world.jobs.remove("js-a-0");
    world.pass();

    assertThat(OwnedJobs.number(world.job("js-a-0"), Keys.RESTART_ATTEMPT)).isEqualTo(1);
    assertThat(world.job("js-a-1")).isSameAs(held);
  }

  @Test
  void blockingRecreateWaitsForAllPredecessors() {
    var world =
        new Pretend(
            jobSet(
                "failurePolicy: {maxRestarts: 1, restartStrategy: BlockingRecreate}\n"
                    + groups(group("a", 2), group("b", 1))));
    world.settle();
    world.fail("js-a-0");
    JobSetPlan decision = world.plan();
    decision.status().ifPresent(world.jobSet::setStatus);

    world.job("js-b-0").getMetadata().setDeletionTimestamp("2026-01-01T12:00:00Z");
    world.pass();
    world.pass();
    assertThat(world.jobs.keySet()).containsExactly("js-b-0");
    world.jobs.remove("js-b-0");
    world.pass();

    assertThat(world.jobs.keySet()).containsExactly("js-a-0", "js-a-1", "js-b-0");
  }

  @Test
  void startsGroupsInOrder() {
    var world =
        new Pretend(
            jobSet(
                "startupPolicy: {startupPolicyOrder: InOrder}\n"
                    + groups(group("a", 1), group("b", 1))));

    world.settle();
    assertThat(world.jobs.keySet()).containsExactly("js-a-0");
    assertThat(world.conditions())
        .containsExactly("StartupPolicyInProgress=True/InOrderStartupPolicyInProgress");
    world.ready("js-a-0");
    world.settle();
    assertThat(world.jobs.keySet()).containsExactly("js-a-0", "js-b-0");
    world.ready("js-b-0");
    world.settle();

    assertThat(world.conditions())
        .containsExactly(
            "StartupPolicyInProgress=False/InOrderStartupPolicyInProgress",
            "StartupPolicyCompleted=True/InOrderStartupPolicyCompleted");
  }

  @Test
  void aGroupWaitsForWhatItDependsOnWhileOthersStart() {
    var world =
        new Pretend(
            jobSet(
                groups(
                    group("a", 2),
                    group("b", 1) + "  dependsOn: [{name: a, status: Complete}]\n",
                    group("c", 1))));

    world.settle();
    assertThat(world.jobs.keySet()).containsExactly("js-a-0", "js-a-1", "js-c-0");
    world.complete("js-a-0");
    world.settle();
    assertThat(world.jobs.keySet()).doesNotContain("js-b-0");
    world.complete("js-a-1");
    world.settle();

    assertThat(world.jobs.keySet()).contains("js-b-0");
  }

  @Test
  void suspendsAndResumesItsJobs() {
    var world = new Pretend(jobSet("suspend: true\n" + groups(group("a", 1))));

    world.settle();
    assertThat(world.job("js-a-0").getSpec().getSuspend()).isTrue();
    assertThat(world.conditions()).containsExactly("Suspended=True/SuspendedJobs");
    world.jobSet.getSpec().setSuspend(false);
    world.settle();
    assertThat(world.job("js-a-0").getSpec().getSuspend()).isFalse();
    assertThat(world.conditions()).containsExactly("Suspended=False/ResumeJobs");
    world.jobSet.getSpec().setSuspend(true);
    world.settle();

    assertThat(world.job("js-a-0").getSpec().getSuspend()).isTrue();
    assertThat(world.conditions()).containsExactly("Suspended=True/SuspendedJobs");
  }

  @Test
  void resumingInOrderKeepsTheConditionUntilAllHaveStarted() {
    var world =
        new Pretend(
            jobSet(
                "suspend: true\nstartupPolicy: {startupPolicyOrder: InOrder}\n"
                    + groups(group("a", 1), group("b", 1))));
    world.settle();
    assertThat(world.jobs.keySet()).containsExactly("js-a-0", "js-b-0");

    world.jobSet.getSpec().setSuspend(false);
    world.settle();
    assertThat(OwnedJobs.suspended(world.job("js-a-0"))).isFalse();
    assertThat(OwnedJobs.suspended(world.job("js-b-0"))).isTrue();
    assertThat(world.conditions())
        .containsExactly(
            "Suspended=True/SuspendedJobs",
            "StartupPolicyInProgress=True/InOrderStartupPolicyInProgress");
    world.ready("js-a-0");
    world.settle();
    world.ready("js-b-0");
    world.settle();

    assertThat(world.conditions())
        .containsExactly(
            "Suspended=False/ResumeJobs",
            "StartupPolicyInProgress=False/InOrderStartupPolicyInProgress",
            "StartupPolicyCompleted=True/InOrderStartupPolicyCompleted");
  }

  @Test
  void looksAgainWhenItsTimeIsOverAndThenDeletesItself() {
    var world = new Pretend(jobSet("ttlSecondsAfterFinished: 2\n" + groups(group("a", 1))));
    world.settle();
    world.fail("js-a-0");
    world.settle();

    assertThat(world.plan().lookAgain()).contains(Duration.ofSeconds(2));
    world.now = world.now.plusSeconds(2);

    assertThat(world.plan().actions()).containsExactly(new Action.DeleteJobSet());
    assertThat(world.plan().lookAgain()).isEmpty();
  }

  @Test
  void aJobWithoutItsAttemptIsAnError() {
    var world = new Pretend(jobSet(groups(group("a", 1))));
    world.settle();

    world.job("js-a-0").getMetadata().getLabels().remove(Keys.RESTART_ATTEMPT);

    assertThatThrownBy(world::plan).hasMessageContaining(Keys.RESTART_ATTEMPT);
  }

  @Test
  void scalesJobsOnlyWithTheFeatureAndEqualCounts() {
    var world = new Pretend(jobSet(groups(group("a", 1), group("b", 1))));
    world.settle();
    JobSpec template = spec(world, 0);
    template.setParallelism(3);
    template.setCompletions(3);

    assertThat(world.plan().actions()).isEmpty();
    world.features = new Features(false, false, true);
    assertThat(world.plan().actions())
        .singleElement()
        .isInstanceOfSatisfying(
            Action.ScaleJob.class,
            scale -> {
              assertThat(scale.job()).isEqualTo(world.job("js-a-0"));
              assertThat(scale.replicated().getName()).isEqualTo("a");
            });
    template.setCompletions(4);
    assertThat(world.plan().actions()).isEmpty();
    template.setCompletions(null);
    template.setParallelism(null);
    assertThat(world.plan().actions()).isEmpty();
    template.setCompletions(1);
    template.setParallelism(1);
    assertThat(world.plan().actions()).isEmpty();
    world.job("js-a-0").getSpec().setCompletions(2);
    assertThat(world.plan().actions()).hasSize(1);
    world.job("js-a-0").getSpec().setCompletions(1);
    world.job("js-a-0").getSpec().setParallelism(2);
    assertThat(world.plan().actions()).hasSize(1);
  }

  private static JobSpec spec(Pretend world, int group) {
    return world.jobSet.getSpec().getReplicatedJobs().get(group).getTemplate().getSpec();
  }

  @Test
  void createsItsServiceOnceAndOnlyForHostnames() {
    var world = new Pretend(jobSet(groups(group("a", 1))));
    assertThat(world.plan().actions()).anyMatch(Action.CreateService.class::isInstance);
    world.service = true;
    assertThat(world.plan().actions()).noneMatch(Action.CreateService.class::isInstance);

    var without =
        new Pretend(jobSet("network: {enableDNSHostnames: false}\n" + groups(group("a", 1))));
    assertThat(without.plan().actions()).noneMatch(Action.CreateService.class::isInstance);
  }

  @Test
  void createsOnlyTheClaimsThatAreMissing() {
    var world =
        new Pretend(
            jobSet(
                """
                volumeClaimPolicies:
                - templates: [{metadata: {name: data}, spec: {}}, {metadata: {name: logs}, spec: {}}]
                """
                    + groups(group("a", 1))));
    world.claims.add("data-js");

    assertThat(world.plan().actions())
        .filteredOn(Action.CreateClaims.class::isInstance)
        .singleElement()
        .isInstanceOfSatisfying(
            Action.CreateClaims.class,
            create ->
                assertThat(create.claims())
                    .extracting(claim -> claim.getMetadata().getName())
                    .containsExactly("logs-js"));
  }

  @Test
  void reportsThatRestartingInPlaceIsSwitchedOff() {
    var world =
        new Pretend(
            jobSet(
                "failurePolicy: {maxRestarts: 1, restartStrategy: InPlaceRestart}\n"
                    + groups(group("a", 1))));

    assertThat(world.plan().remarks())
        .containsExactly(
            "in-place restart strategy cannot be used when the feature gate is disabled");
    world.features = new Features(true, false, false);
    assertThat(world.plan().remarks()).isEmpty();
    assertThat(new Pretend(jobSet(groups(group("a", 1)))).plan().remarks()).isEmpty();
  }
}
