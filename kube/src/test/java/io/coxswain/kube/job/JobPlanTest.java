package io.coxswain.kube.job;

import static io.coxswain.kube.job.JobFixture.annotated;
import static io.coxswain.kube.job.JobFixture.createdIndexes;
import static io.coxswain.kube.job.JobFixture.deleting;
import static io.coxswain.kube.job.JobFixture.finishedAfter;
import static io.coxswain.kube.job.JobFixture.ready;
import static io.coxswain.kube.job.JobFixture.removedPods;
import static io.coxswain.kube.job.JobFixture.untracked;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class JobPlanTest {

  @Test
  void createsAsManyPodsAsMayRunAtOnce() {
    assertThat(createdIndexes(JobFixture.nonIndexed(10, 3).plan())).hasSize(3);
    assertThat(createdIndexes(JobFixture.nonIndexed(2, 5).plan())).hasSize(2);
    assertThat(createdIndexes(JobFixture.nonIndexed(null, 4).plan())).hasSize(4);
  }

  @Test
  void createsTheLowestIndexesFirst() {
    var job = JobFixture.indexed(6, 3).pod(1, "Running").status(s -> s.setCompletedIndexes("0,3"));

    assertThat(createdIndexes(job.plan())).containsExactly(2, 4);
  }

  @Test
  void createsAtMostFiveHundredPodsPerReconcile() {
    assertThat(createdIndexes(JobFixture.indexed(2000, 2000).plan())).hasSize(500);
  }

  @Test
  void leavesAWorkQueueAloneOnceAPodHasSucceeded() {
    var job = JobFixture.nonIndexed(null, 4).pod("a", "Succeeded").pod("b", "Running");

    assertThat(job.plan().work()).isEqualTo(new PodWork.Keep());
    assertThat(job.plan().verdict()).isEmpty();
  }

  @Test
  void completesAWorkQueueWhenTheLastPodHasEnded() {
    var job = JobFixture.nonIndexed(null, 2).pod("a", "Succeeded").pod("b", "Succeeded");

    assertThat(job.plan().verdict().map(JobVerdict::reason)).contains("CompletionsReached");
  }

  @Test
  @Scenario("job-31")
  void keepsTheBestOfSeveralPodsForAnIndex() {
    var job =
        JobFixture.indexed(2, 2)
            .pod("pending", 0, "Pending")
            .pod("running", 0, "Running")
            .pod("ready", 0, "Running", ready())
            .pod("other", 1, "Running");

    assertThat(removedPods(job.plan())).containsExactlyInAnyOrder("pending", "running");
  }

  @Test
  void removesPodsOfRemovedIndexes() {
    var job = JobFixture.indexed(2, 2).pod(0, "Running").pod(1, "Running").pod(2, "Running");

    assertThat(removedPods(job.plan())).containsExactly("j-2");
  }

  @Test
  void neverCreatesAndRemovesInOneReconcile() {
    var job = JobFixture.indexed(3, 3).pod("a", 0, "Running").pod("b", 0, "Running");

    assertThat(removedPods(job.plan())).hasSize(1);
    assertThat(createdIndexes(job.plan())).isEmpty();
  }

  @Test
  void removesPodsThatAnInterruptedRemovalStoppedTracking() {
    var job = JobFixture.nonIndexed(2, 2).pod("a", "Running", untracked()).pod("b", "Running");

    assertThat(removedPods(job.plan())).containsExactly("a");
  }

  @Test
  void removesTheWorstPodsWhenParallelismShrinks() {
    var job =
        JobFixture.nonIndexed(5, 1)
            .pod("a", "Running", ready())
            .pod("b", "Pending")
            .pod("c", "Running");

    assertThat(removedPods(job.plan())).containsExactly("b", "c");
  }

  @Test
  @Scenario("job-27")
  void replacesATerminatingPodAtOnceOrOnlyWhenItHasFailed() {
    var job = JobFixture.indexed(1, 1).pod("old", 0, "Running", deleting());
    job.after(Duration.ofSeconds(60));

    assertThat(createdIndexes(job.plan())).containsExactly(0);

    job.spec(s -> s.setPodReplacementPolicy("Failed"));
    assertThat(createdIndexes(job.plan())).isEmpty();
  }

  @Test
  void waitsBeforeItReplacesAFailedPod() {
    var job =
        JobFixture.nonIndexed(1, 1).pod("a", "Failed", finishedAfter(Duration.ofSeconds(5), 1));

    JobPlan plan = job.after(Duration.ofSeconds(8)).plan();

    assertThat(plan.work()).isEqualTo(new PodWork.Keep());
    assertThat(plan.lookAgain()).contains(Duration.ofSeconds(7));
    assertThat(createdIndexes(job.after(Duration.ofSeconds(15)).plan())).hasSize(1);
  }

  @Test
  void rebuildsTheWaitAfterARestart() {
    var job =
        JobFixture.nonIndexed(3, 1)
            .status(s -> s.setFailed(2))
            .pod("a", "Failed", untracked().andThen(finishedAfter(Duration.ofSeconds(5), 1)))
            .pod("b", "Failed", untracked().andThen(finishedAfter(Duration.ofSeconds(20), 1)));
    job.backoff = null;

    assertThat(job.after(Duration.ofSeconds(21)).plan().lookAgain())
        .contains(Duration.ofSeconds(19));
  }

  @Test
  @Scenario("job-14")
  void failsWhenMorePodsFailedThanTheLimitAllows() {
    var job =
        JobFixture.nonIndexed(3, 3)
            .spec(s -> s.setBackoffLimit(1))
            .status(s -> s.setFailed(1))
            .pod("a", "Failed")
            .pod("b", "Running");

    JobPlan plan = job.plan();

    assertThat(plan.verdict())
        .contains(
            new JobVerdict(
                false, "BackoffLimitExceeded", "Job has reached the specified backoff limit"));
    assertThat(removedPods(plan)).containsExactly("b");
    assertThat(job.settledStatus().getFailed()).isEqualTo(3);
  }

  @Test
  @Scenario("job-17")
  void countsRestartsOfRunningPodsWhenTheyRestartInPlace() {
    var job =
        JobFixture.nonIndexed(2, 2)
            .spec(s -> s.setBackoffLimit(2))
            .spec(s -> s.getTemplate().getSpec().setRestartPolicy("OnFailure"))
            .pod("a", "Running", JobFixture.restarted(1));

    assertThat(job.plan().verdict()).isEmpty();

    job.pod("b", "Running", JobFixture.restarted(1));
    assertThat(job.plan().verdict().map(JobVerdict::reason)).contains("BackoffLimitExceeded");
  }

  @Test
  void failsAtItsDeadlineAndLooksAgainUntilThen() {
    var job =
        JobFixture.nonIndexed(1, 1)
            .spec(s -> s.setActiveDeadlineSeconds(5L))
            .started()
            .pod("a", "Running");

    assertThat(job.after(Duration.ofSeconds(2)).plan().lookAgain()).contains(Duration.ofSeconds(3));
    assertThat(job.after(Duration.ofSeconds(5)).plan().verdict())
        .contains(
            new JobVerdict(
                false, "DeadlineExceeded", "Job was active longer than specified deadline"));
    job.spec(s -> s.setSuspend(true));
    assertThat(job.plan().verdict()).isEmpty();
  }

  @Test
  void removesActivePodsWhileSuspended() {
    var job =
        JobFixture.nonIndexed(2, 2)
            .spec(s -> s.setSuspend(true))
            .pod("a", "Running")
            .pod("b", "Succeeded");

    assertThat(removedPods(job.plan())).containsExactly("a");
    assertThat(job.plan().suspension()).isEqualTo(JobPlan.Suspension.SUSPEND);
  }

  @Test
  void doesNotAddASuspendedConditionToAJobThatNeverWas() {
    assertThat(JobFixture.nonIndexed(1, 1).plan().suspension())
        .isEqualTo(JobPlan.Suspension.UNCHANGED);
  }

  @Test
  void leavesThePodsOfADeletedJobToTheGarbageCollector() {
    var job = JobFixture.nonIndexed(3, 3).pod("a", "Running");
    job.job.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

    assertThat(job.plan().work()).isEqualTo(new PodWork.Keep());
    assertThat(job.firstWrite().release()).extracting(JobPod::name).containsExactly("a");
  }

  @Test
  @Scenario("job-23")
  void retriesAnIndexWithItsCountUntilItsLimit() {
    var job = JobFixture.indexed(3, 3).spec(s -> s.setBackoffLimitPerIndex(1));
    job.spec(s -> s.setBackoffLimit(Integer.MAX_VALUE)).pod(0, "Running").pod(1, "Running");
    job.pod("first", 2, "Failed", finishedAfter(Duration.ZERO, 1));

    JobPlan early = job.after(Duration.ofSeconds(4)).plan();
    assertThat(early.work()).isEqualTo(new PodWork.Keep());
    assertThat(early.lookAgain()).contains(Duration.ofSeconds(6));
    assertThat(job.firstWrite().release()).isEmpty();

    JobPlan retry = job.after(Duration.ofSeconds(10)).plan();
    assertThat(retry.work())
        .isEqualTo(
            new PodWork.Create(
                java.util.List.of(
                    new PodWork.NewPod(
                        OptionalInt.of(2), Optional.of(new PodWork.Failures(1, 0))))));

    job.pod("second", 2, "Failed", annotated(JobNames.INDEX_FAILURES, 1));
    assertThat(job.plan().work()).isEqualTo(new PodWork.Keep());
    assertThat(job.settledStatus().getFailedIndexes()).isEqualTo("2");
    assertThat(job.settledStatus().getFailed()).isEqualTo(2);

    job.pods.removeIf(p -> p.active());
    job.status(s -> s.setCompletedIndexes("0,1"));
    assertThat(job.plan().verdict())
        .contains(new JobVerdict(false, "FailedIndexes", "Job has failed indexes"));
  }

  @Test
  @Scenario("job-24")
  void failsWhenMoreIndexesFailedThanTolerated() {
    var job =
        JobFixture.indexed(4, 4)
            .spec(s -> s.setBackoffLimitPerIndex(0))
            .spec(s -> s.setMaxFailedIndexes(1))
            .spec(s -> s.setBackoffLimit(Integer.MAX_VALUE))
            .pod(0, "Failed")
            .pod(1, "Running");

    assertThat(job.plan().verdict()).isEmpty();

    job.pod(2, "Failed");
    assertThat(job.plan().verdict().map(JobVerdict::reason)).contains("MaxFailedIndexesExceeded");
  }

  @Test
  void keepsRunningWithTheLongestDeadline() {
    var job =
        JobFixture.nonIndexed(1, 1)
            .spec(s -> s.setActiveDeadlineSeconds(Long.MAX_VALUE))
            .started()
            .pod("a", "Running");

    assertThat(job.after(Duration.ofSeconds(2)).plan().verdict()).isEmpty();
    assertThat(job.plan().lookAgain().orElseThrow().toNanos()).isPositive();
  }

  @Test
  void mayLackPodsWhenItCreatesAsManyAsPossible() {
    assertThat(JobFixture.indexed(2000, 500).plan().isCut()).isTrue();
    assertThat(JobFixture.indexed(2000, 499).plan().isCut()).isFalse();
    assertThat(JobFixture.nonIndexed(1, 1).pod("a", "Running").plan().isCut()).isFalse();
  }

  @Test
  void drawsNoConclusionFromARemovalThatSucceededOnlyPartly() {
    JobPlan plan =
        JobFixture.nonIndexed(1, 1)
            .pod("a", "Succeeded")
            .pod("b", "Running")
            .pod("c", "Running")
            .plan();

    assertThat(removedPods(plan)).containsExactlyInAnyOrder("b", "c");
    assertThat(plan.verdict()).isPresent();
    assertThat(plan.after(new PodWork.Done(0, 2))).isSameAs(plan);
    JobPlan partly = plan.after(new PodWork.Done(0, 1));
    assertThat(partly.verdict()).isEmpty();
    assertThat(partly.work()).isEqualTo(plan.work());
    assertThat(partly.suspension()).isEqualTo(plan.suspension());
  }

  @Test
  void resumesWhereTheConditionSaysThatItIsSuspended() {
    var job = JobFixture.nonIndexed(1, 1);
    var condition = new JobCondition();
    condition.setType("Suspended");
    condition.setStatus("True");
    condition.setReason("JobSuspended");
    job.status(s -> s.setConditions(List.of(condition)));

    assertThat(job.plan().suspension()).isEqualTo(JobPlan.Suspension.RESUME);
    job.spec(s -> s.setSuspend(true));
    assertThat(job.plan().suspension()).isEqualTo(JobPlan.Suspension.UNCHANGED);
    condition.setReason("Other");
    assertThat(job.plan().suspension()).isEqualTo(JobPlan.Suspension.SUSPEND);
    condition.setStatus("False");
    condition.setReason("JobSuspended");
    assertThat(job.plan().suspension()).isEqualTo(JobPlan.Suspension.SUSPEND);
    job.spec(s -> s.setSuspend(false));
    assertThat(job.plan().suspension()).isEqualTo(JobPlan.Suspension.UNCHANGED);
  }

  @Test
  void looksAgainAtTheEarlierOfBackoffAndDeadline() {
    var job =
        JobFixture.nonIndexed(1, 1)
            .started()
            .pod("a", "Failed", finishedAfter(Duration.ofSeconds(5), 1));
    job.after(Duration.ofSeconds(8));

    job.spec(s -> s.setActiveDeadlineSeconds(10L));
    assertThat(job.plan().lookAgain()).contains(Duration.ofSeconds(2));
    job.spec(s -> s.setActiveDeadlineSeconds(100L));
    assertThat(job.plan().lookAgain()).contains(Duration.ofSeconds(7));
  }

  @Test
  void waitsAtLeastASecond() {
    var job =
        JobFixture.nonIndexed(1, 1).pod("a", "Failed", finishedAfter(Duration.ofSeconds(5), 1));

    assertThat(job.after(Duration.ofMillis(14_500)).plan().lookAgain())
        .contains(Duration.ofSeconds(1));
  }
}
