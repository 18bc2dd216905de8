package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.jobset.ReplicatedJobStatus;
import io.coxswain.evidence.Scenario;
import io.coxswain.jobset.label.Keys;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What failed Jobs lead to under a failure policy. */
class RestartScenarioTest {

  @Test
  @Scenario("jobset-11")
  void restartsAllJobsUntilTheLimit() {
    Stage.play(
        "limit",
        stage -> {
          stage.create("failurePolicy: {maxRestarts: 1}\n" + groups(group("a", 2)));
          stage.awaitJobs("js-a-0", "js-a-1");

          stage.fail("js-a-0");
          awaitAttempt(stage, 1, "js-a-0", "js-a-1");
          assertThat(stage.status().getRestarts()).isEqualTo(1);
          stage.fail("js-a-1");
          stage.awaitCondition("Failed=True/ReachedMaxRestarts");
          stage.settle();

          assertThat(stage.status().getRestarts()).isEqualTo(1);
          assertThat(stage.message("Failed"))
              .isEqualTo(
                  "jobset failed due to reaching max number of restarts (first failed job:"
                      + " js-a-1)");
        });
  }

  @Test
  @Scenario("jobset-12")
  void aFailureThatNoRuleMatchesRestarts() {
    Stage.play(
        "default action",
        stage -> {
          stage.create(
              """
              failurePolicy:
                maxRestarts: 3
                rules: [{name: stop, action: FailJobSet, onJobFailureReasons: [PodFailurePolicy]}]
              """
                  + groups(group("a", 1)));
          stage.awaitJobs("js-a-0");

          stage.fail("js-a-0", "BackoffLimitExceeded", "");

          stage.awaitCondition("RestartingJobSet=True/DefaultFailurePolicy");
          awaitAttempt(stage, 1, "js-a-0");
        });
  }

  @Test
  @Scenario("jobset-13")
  void theOrderOfRulesCountsBeforeTheOrderOfFailures() {
    Stage.play(
        "rule order",
        stage -> {
          stage.create(
              """
              failurePolicy:
                rules:
                - {name: A, action: FailJobSet, onJobFailureMessagePatterns: ["nvlink.*"]}
                - {name: B, action: RestartJobSetAndIgnoreMaxRestarts}
              """
                  + groups(group("a", 2)));
          stage.awaitJobs("js-a-0", "js-a-1");
          stage.world.kill("jobset");

          stage.fail("js-a-0", "BackoffLimitExceeded", "out of memory");
          stage.world.run(Duration.ofSeconds(5));
          stage.fail("js-a-1", "BackoffLimitExceeded", "bad nvlink 3");
          stage.world.restart("jobset");
          stage.awaitCondition("Failed=True/FailJobSetFailurePolicyAction");

          assertThat(stage.message("Failed"))
              .isEqualTo("applying FailJobSet failure policy action (first failed job: js-a-1)");
        });
  }

  @Test
  @Scenario("jobset-14")
  void restartsThatDoNotCountGoOnBeyondTheLimit() {
    Stage.play(
        "uncounted",
        stage -> {
          stage.create(
              """
              failurePolicy:
                maxRestarts: 1
                rules: [{name: again, action: RestartJobSetAndIgnoreMaxRestarts}]
              """
                  + groups(group("a", 1)));
          stage.awaitJobs("js-a-0");

          for (int restart = 1; restart <= 3; restart++) {
            stage.fail("js-a-0");
            awaitAttempt(stage, restart, "js-a-0");
          }

          assertThat(stage.status().getRestarts()).isEqualTo(3);
          assertThat(stage.status().getRestartsCountTowardsMax()).isZero();
          assertThat(stage.conditions())
              .containsExactly("RestartingJobSet=True/FailurePolicy_again");
        });
  }

  @Test
  @Scenario("jobset-15")
  void blockingRecreateWaitsForAllPredecessors() {
    Stage.play(
        "blocking",
        stage -> {
          stage.create(
              "failurePolicy: {maxRestarts: 1, restartStrategy: BlockingRecreate}\n"
                  + groups(group("a", 2), group("b", 1)));
          stage.awaitJobs("js-a-0", "js-a-1", "js-b-0");
          stage.hold(stage.job("js-b-0"));

          stage.fail("js-a-0");
          stage.world.await("the others to go", () -> stage.jobNames().size() == 1);
          stage.settle();
          assertThat(stage.jobNames()).containsExactly("js-b-0");
          assertThat(stage.label("js-b-0", Keys.RESTART_ATTEMPT)).isEqualTo("0");
          stage.release(stage.job("js-b-0"));

          awaitAttempt(stage, 1, "js-a-0", "js-a-1", "js-b-0");
        });
  }

  @Test
  @Scenario("jobset-16")
  void recreateWaitsForItsOwnPredecessorAlone() {
    Stage.play(
        "recreate",
        stage -> {
          stage.create("failurePolicy: {maxRestarts: 1}\n" + groups(group("a", 2)));
          stage.awaitJobs("js-a-0", "js-a-1");
          stage.hold(stage.job("js-a-1"));

          stage.fail("js-a-0");
          stage.world.await(
              "the first anew", () -> stage.label("js-a-0", Keys.RESTART_ATTEMPT).equals("1"));
          stage.settle();
          assertThat(stage.label("js-a-1", Keys.RESTART_ATTEMPT)).isEqualTo("0");
          stage.release(stage.job("js-a-1"));

          awaitAttempt(stage, 1, "js-a-0", "js-a-1");
        });
  }

  @Test
  @Scenario("jobset-17")
  void restartJobReplacesOneJobAlone() {
    Stage.play(
        "restart job",
        new Features(false, true, false),
        stage -> {
          stage.create(
              """
              failurePolicy:
                maxRestarts: 1
                rules: [{name: one, action: RestartJob}]
              """
                  + groups(group("a", 2)));
          stage.awaitJobs("js-a-0", "js-a-1");
          String other = stage.job("js-a-0").getMetadata().getUid();

          stage.fail("js-a-1");
          stage.world.await(
              "the second anew",
              () ->
                  stage.jobNames().size() == 2
                      && stage.label("js-a-1", Keys.JOB_RESTART_ATTEMPT).equals("1"));
          stage.settle();

          assertThat(stage.label("js-a-1", Keys.RESTART_ATTEMPT)).isEqualTo("0");
          assertThat(stage.job("js-a-0").getMetadata().getUid()).isEqualTo(other);
          ReplicatedJobStatus status = stage.status().getReplicatedJobsStatus().getFirst();
          assertThat(status.getJobRestarts()).containsExactly(0, 1);
          assertThat(stage.status().getRestarts()).isZero();
        });
  }

  @Test
  @Scenario("jobset-18")
  void aRestartIsOverWhenAllJobsAreReadyOrDone() {
    Stage.play(
        "ready again",
        stage -> {
          stage.create(
              "failurePolicy: {maxRestarts: 3, rules: [{name: r, action: RestartJobSet}]}\n"
                  + groups(group("a", 2)));
          stage.awaitJobs("js-a-0", "js-a-1");

          stage.fail("js-a-0");
          stage.awaitCondition("RestartingJobSet=True/FailurePolicy_r");
          awaitAttempt(stage, 1, "js-a-0", "js-a-1");
          stage.ready("js-a-0");
          stage.settle();
          assertThat(stage.conditions()).containsExactly("RestartingJobSet=True/FailurePolicy_r");
          stage.complete("js-a-1");

          stage.awaitCondition("RestartingJobSet=False/JobsReady");
        });
  }

  /** Waits until there are these Jobs and all are of the attempt. */
  static void awaitAttempt(Stage stage, int attempt, String... names) {
    stage.awaitJobs(names);
    stage.world.await(
        "attempt " + attempt,
        () -> {
          if (stage.jobNames().size() != names.length) {
            return false;
          }
          for (String name : names) {
            if (!stage.label(name, Keys.RESTART_ATTEMPT).equals(Integer.toString(attempt))) {
              return false;
            }
          }
          return true;
        });
  }
}
