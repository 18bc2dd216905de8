package io.coxswain.kube.job;

import static io.coxswain.kube.job.JobFixture.deleting;
import static io.coxswain.kube.job.JobFixture.finishedAfter;
import static io.coxswain.kube.job.JobFixture.ready;
import static io.coxswain.kube.job.JobFixture.untracked;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.SuccessPolicyBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.UncountedTerminatedPods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class JobAccountingTest {

  private static List<String> conditions(JobStatus status) {
    return status.getConditions().stream().map(JobCondition::getType).toList();
  }

  private static UncountedTerminatedPods uncounted(List<String> succeeded, List<String> failed) {
    return new UncountedTerminatedPods(new ArrayList<>(failed), new ArrayList<>(succeeded));
  }

  @Test
  @Scenario("job-10")
  void listsASucceededPodBeforeItCountsIt() {
    var job = JobFixture.nonIndexed(2, 2).pod("a", "Succeeded").pod("b", "Running");

    JobAccounting first = job.firstWrite();
    assertThat(first.status().getUncountedTerminatedPods().getSucceeded()).containsExactly("a");
    assertThat(first.status().getSucceeded()).isNull();
    assertThat(first.release()).extracting(JobPod::name).containsExactly("a");

    JobStatus second = first.settle(first.status(), Set.of("a"), job.now).status();
    assertThat(second.getUncountedTerminatedPods().getSucceeded()).isEmpty();
    assertThat(second.getSucceeded()).isEqualTo(1);
  }

  @Test
  void countsAListedPodOnceItsFinalizerIsRemoved() {
    var job =
        JobFixture.nonIndexed(2, 2)
            .status(s -> s.setUncountedTerminatedPods(uncounted(List.of("gone", "a"), List.of())))
            .pod("a", "Succeeded")
            .pod("b", "Running");

    JobAccounting first = job.firstWrite();

    assertThat(first.status().getSucceeded()).isEqualTo(1);
    assertThat(first.status().getUncountedTerminatedPods().getSucceeded()).containsExactly("a");
  }

  @Test
  void doesNotCountAPodWithoutTheFinalizer() {
    var job =
        JobFixture.nonIndexed(3, 1)
            .status(s -> s.setSucceeded(1))
            .pod("a", "Succeeded", untracked())
            .pod("b", "Running");

    assertThat(job.seen().succeeded()).isEqualTo(1);
    assertThat(job.settledStatus().getSucceeded()).isEqualTo(1);
  }

  @Test
  @Scenario("job-13")
  void announcesSuccessBeforeItStatesIt() {
    var job = JobFixture.nonIndexed(1, 1).pod("a", "Succeeded");

    JobAccounting first = job.firstWrite();
    assertThat(conditions(first.status())).containsExactly("SuccessCriteriaMet");

    var settled = first.settle(first.status(), Set.of("a"), job.now);
    assertThat(settled.finished()).isTrue();
    assertThat(conditions(settled.status())).containsExactly("SuccessCriteriaMet", "Complete");
    assertThat(settled.status().getConditions())
        .allSatisfy(c -> assertThat(c.getReason()).isEqualTo("CompletionsReached"));
    assertThat(settled.status().getCompletionTime()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(settled.status().getStartTime()).isNotNull();
  }

  @Test
  void doesNotFinishWhileAFinalizerCouldNotBeRemoved() {
    var job = JobFixture.nonIndexed(1, 1).pod("a", "Succeeded");

    JobAccounting first = job.firstWrite();

    assertThat(first.settle(first.status(), Set.of(), job.now).finished()).isFalse();
  }

  @Test
  void doesNotFinishWhilePodsAreEnding() {
    var job =
        JobFixture.nonIndexed(2, 2)
            .spec(s -> s.setBackoffLimit(0))
            .pod("a", "Failed")
            .pod("b", "Running");

    JobStatus status = job.settledStatus();

    assertThat(conditions(status)).containsExactly("FailureTarget");
    assertThat(status.getFailed()).isEqualTo(2);
    assertThat(status.getActive()).isNull();
    assertThat(status.getTerminating()).isEqualTo(1);
  }

  @Test
  void neverClaimsMoreReadyPodsThanActiveOnes() {
    var job = JobFixture.nonIndexed(2, 1).pod("a", "Running", ready()).pod("b", "Running", ready());

    JobStatus status = job.settledStatus();

    assertThat(status.getActive()).isEqualTo(1);
    assertThat(status.getReady()).isEqualTo(1);
    assertThat(status.getTerminating()).isEqualTo(1);
  }

  @Test
  void writesIndexesInTheirShortForm() {
    var job =
        JobFixture.indexed(4, 4)
            .pod(0, "Succeeded")
            .pod(2, "Succeeded")
            .pod(3, "Succeeded")
            .pod(1, "Running");

    JobStatus status = job.settledStatus();

    assertThat(status.getCompletedIndexes()).isEqualTo("0,2,3");
    assertThat(status.getSucceeded()).isEqualTo(3);
    assertThat(status.getFailedIndexes()).isNull();
    assertThat(status.getUncountedTerminatedPods().getSucceeded()).isEmpty();
  }

  @Test
  void dropsRemovedIndexes() {
    var job =
        JobFixture.indexed(2, 2)
            .status(s -> s.setCompletedIndexes("1-3"))
            .status(s -> s.setSucceeded(3))
            .pod(0, "Running");

    assertThat(job.settledStatus().getCompletedIndexes()).isEqualTo("1");
    assertThat(job.settledStatus().getSucceeded()).isEqualTo(1);
  }

  @Test
  @Scenario("job-25")
  void failsAtOnceForAFailJobRule() {
    var job =
        JobFixture.nonIndexed(2, 2)
            .spec(
                s ->
                    s.setPodFailurePolicy(
                        new PodFailurePolicyBuilder()
                            .addNewRule()
                            .withAction("FailJob")
                            .withNewOnExitCodes()
                            .withContainerName("c")
                            .withOperator("In")
                            .withValues(42)
                            .endOnExitCodes()
                            .endRule()
                            .build()))
            .pod("a", "Failed", finishedAfter(Duration.ZERO, 42))
            .pod("b", "Running");

    assertThat(job.plan().verdict())
        .contains(
            new JobVerdict(
                false,
                "PodFailurePolicy",
                "Container c for pod ns/a failed with exit code 42 matching FailJob rule at index"
                    + " 0"));
  }

  @Test
  @Scenario("job-26")
  void doesNotCountAFailureThatARuleIgnores() {
    var job =
        JobFixture.nonIndexed(1, 1)
            .spec(s -> s.setBackoffLimit(0))
            .spec(
                s ->
                    s.setPodFailurePolicy(
                        new PodFailurePolicyBuilder()
                            .addNewRule()
                            .withAction("Ignore")
                            .addNewOnPodCondition()
                            .withType("DisruptionTarget")
                            .withStatus("True")
                            .endOnPodCondition()
                            .endRule()
                            .build()));
    java.util.function.Consumer<io.fabric8.kubernetes.api.model.Pod> evicted =
        p ->
            p.getStatus()
                .setConditions(
                    List.of(
                        new PodConditionBuilder()
                            .withType("DisruptionTarget")
                            .withStatus("True")
                            .build()));
    job.pod("a", "Running", evicted.andThen(deleting()));
    job.after(Duration.ofMinutes(1));
    assertThat(JobFixture.createdIndexes(job.plan())).isEmpty();

    job.pods.clear();
    job.pod("a", "Failed", evicted);

    assertThat(JobFixture.createdIndexes(job.plan())).hasSize(1);
    assertThat(job.plan().verdict()).isEmpty();
    assertThat(job.settledStatus().getFailed()).isNull();
    assertThat(job.firstWrite().release()).extracting(JobPod::name).containsExactly("a");
  }

  @Test
  @Scenario("job-28")
  void endsEarlyWhenItsSuccessPolicyIsMet() {
    var job =
        JobFixture.indexed(3, 3)
            .spec(
                s ->
                    s.setSuccessPolicy(
                        new SuccessPolicyBuilder()
                            .addNewRule()
                            .withSucceededIndexes("0")
                            .endRule()
                            .build()))
            .pod(0, "Succeeded")
            .pod(1, "Running")
            .pod(2, "Running");

    assertThat(job.plan().verdict())
        .contains(new JobVerdict(true, "SuccessPolicy", "Matched rules at index 0"));
    assertThat(JobFixture.removedPods(job.plan())).containsExactly("j-1", "j-2");
    assertThat(job.settledStatus().getFailed()).isNull();
    assertThat(job.settledStatus().getSucceeded()).isEqualTo(1);
  }

  @Test
  void listsAtMostFiveHundredPodsAtOnce() {
    var job = JobFixture.nonIndexed(600, 600);
    for (int i = 0; i < 600; i++) {
      job.pod("p" + (1000 + i), "Succeeded");
    }

    JobAccounting first = job.firstWrite();

    assertThat(first.release()).hasSize(500);
    assertThat(first.more()).isTrue();
    var released = new TreeSet<>(first.release().stream().map(JobPod::uid).toList());
    assertThat(first.settle(first.status(), released, job.now).finished()).isFalse();
  }

  /**
   * Whatever order pods finish in, and wherever a pass stops, each pod ends up in exactly one
   * counter exactly once.
   */
  @Test
  void countsEveryPodOnceWhereverAReconcileStops() {
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      var job = JobFixture.nonIndexed(1000, 0).spec(s -> s.setBackoffLimit(1000));
      int succeeded = 0;
      int failed = 0;
      for (int step = 0; step < 20; step++) {
        if (random.nextBoolean()) {
          boolean success = random.nextBoolean();
          succeeded += success ? 1 : 0;
          failed += success ? 0 : 1;
          job.pod("p" + (100 + step), success ? "Succeeded" : "Failed");
        }
        passThatMayStopAnywhere(job, random);
      }
      lastPass(job);

      assertThat(job.job.getStatus().getSucceeded()).isEqualTo(succeeded == 0 ? null : succeeded);
      assertThat(job.job.getStatus().getFailed()).isEqualTo(failed == 0 ? null : failed);
    }
  }

  private static void passThatMayStopAnywhere(JobFixture job, Random random) {
    if (random.nextInt(4) == 0) {
      return;
    }
    JobAccounting first = job.firstWrite();
    job.job.setStatus(first.status());
    var released = new TreeSet<String>();
    for (JobPod pod : first.release()) {
      if (random.nextInt(3) > 0) {
        released.add(pod.uid());
        untracked().accept(pod.pod());
      }
    }
    if (random.nextBoolean()) {
      job.job.setStatus(first.settle(first.status(), released, job.now).status());
    }
    if (random.nextInt(4) == 0) {
      job.pods.removeIf(p -> !p.tracked());
    }
  }

  private static void lastPass(JobFixture job) {
    JobAccounting first = job.firstWrite();
    first.release().forEach(p -> untracked().accept(p.pod()));
    var released = new TreeSet<>(first.release().stream().map(JobPod::uid).toList());
    job.job.setStatus(first.settle(first.status(), released, job.now).status());
  }
}
