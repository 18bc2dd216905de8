package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static io.coxswain.jobset.Fixtures.jobSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.jobset.ReplicatedJobStatus;
import io.coxswain.evidence.Attack;
import io.coxswain.jobset.Fixtures.Pretend;
import io.coxswain.jobset.label.Keys;
import org.junit.jupiter.api.Test;

class FailureRulesTest {

  @Test
  void aFailureThatNoRuleMatchesRestarts() {
    var world =
        world(
            """
            failurePolicy:
              maxRestarts: 3
              rules: [{name: stop, action: FailJobSet, onJobFailureReasons: [PodFailurePolicy]}]
            """);

    world.fail("js-a-0", "BackoffLimitExceeded", "");
    world.settle();

    assertThat(world.conditions()).containsExactly("RestartingJobSet=True/DefaultFailurePolicy");
    assertThat(world.message("RestartingJobSet"))
        .isEqualTo("applying RestartJobSet failure policy action (first failed job: js-a-0)");
  }

  @Test
  void aMatchingRuleFailsTheJobSet() {
    var world =
        world(
            """
            failurePolicy:
              maxRestarts: 3
              rules: [{name: stop, action: FailJobSet, onJobFailureReasons: [PodFailurePolicy]}]
            """);

    world.fail("js-a-0", "PodFailurePolicy", "");
    world.settle();

    assertThat(world.conditions()).containsExactly("Failed=True/FailJobSetFailurePolicyAction");
    assertThat(world.message("Failed"))
        .isEqualTo("applying FailJobSet failure policy action (first failed job: js-a-0)");
  }

  @Test
  void theOrderOfRulesCountsBeforeTheOrderOfFailures() {
    var world =
        world(
            """
            failurePolicy:
              rules:
              - {name: A, action: FailJobSet, onJobFailureMessagePatterns: ["nvlink.*"]}
              - {name: B, action: RestartJobSetAndIgnoreMaxRestarts}
            """);

    world.fail("js-a-0", "BackoffLimitExceeded", "out of memory");
    world.fail("js-a-1", "BackoffLimitExceeded", "bad nvlink 3");
    world.settle();

    assertThat(world.message("Failed"))
        .isEqualTo("applying FailJobSet failure policy action (first failed job: js-a-1)");
  }

  @Test
  void restartsWithoutLimitIfRestartsAreNotCounted() {
    var world =
        world(
            """
            failurePolicy:
              maxRestarts: 1
              rules: [{name: again, action: RestartJobSetAndIgnoreMaxRestarts}]
            """);

    for (int i = 0; i < 3; i++) {
      world.fail("js-a-0");
      world.settle();
    }

    assertThat(world.status().getRestarts()).isEqualTo(3);
    assertThat(world.status().getRestartsCountTowardsMax()).isZero();
    assertThat(world.conditions()).containsExactly("RestartingJobSet=True/FailurePolicy_again");
  }

  @Test
  @Attack("failure message patterns that exhaust the stack or memory of a worker")
  void skipsPatternsBeyondTheLimits() {
    var world =
        world(
            """
            failurePolicy:
              maxRestarts: 3
              rules:
              - {name: x, action: FailJobSet, onJobFailureMessagePatterns: ["NESTED"]}
              - {name: y, action: FailJobSet, onJobFailureMessagePatterns: ["(((a{900}){900}){900})"]}
            """
                .replace("NESTED", "(".repeat(20_000) + ")".repeat(20_000)));

    world.fail("js-a-0", "BackoffLimitExceeded", "a");
    world.settle();

    assertThat(world.conditions()).containsExactly("RestartingJobSet=True/DefaultFailurePolicy");
  }

  @Test
  void aPatternThatRe2RejectsMatchesNothing() {
    var world =
        world(
            """
            failurePolicy:
              maxRestarts: 1
              rules: [{name: x, action: FailJobSet, onJobFailureMessagePatterns: ["(?=a)"]}]
            """);

    world.fail("js-a-0", "BackoffLimitExceeded", "a");
    assertThat(world.plan().remarks())
        .singleElement()
        .asString()
        .contains("invalid regex for onJobFailureMessagePatterns", "(?=");
    world.settle();

    assertThat(world.conditions()).containsExactly("RestartingJobSet=True/DefaultFailurePolicy");
  }

  @Test
  void rulesMayBeForSomeGroupsAlone() {
    var world =
        world(
            """
            failurePolicy:
              maxRestarts: 1
              rules: [{name: x, action: FailJobSet, targetReplicatedJobs: [b]}]
            """);

    world.fail("js-a-0");
    world.settle();

    assertThat(world.conditions()).containsExactly("RestartingJobSet=True/DefaultFailurePolicy");
  }

  @Test
  void restartJobReplacesOneJobAlone() {
    var world =
        new Pretend(
            jobSet(
                """
                failurePolicy:
                  maxRestarts: 1
                  rules: [{name: one, action: RestartJob}]
                """
                    + groups(group("a", 2))));
    world.features = new Features(false, true, false);
    world.settle();

    world.fail("js-a-1");
    world.settle();

    assertThat(OwnedJobs.number(world.job("js-a-1"), Keys.JOB_RESTART_ATTEMPT)).isEqualTo(1);
    assertThat(OwnedJobs.number(world.job("js-a-1"), Keys.RESTART_ATTEMPT)).isZero();
    assertThat(OwnedJobs.number(world.job("js-a-0"), Keys.JOB_RESTART_ATTEMPT)).isZero();
    ReplicatedJobStatus status = world.status().getReplicatedJobsStatus().getFirst();
    assertThat(status.getJobRestarts()).containsExactly(0, 1);
    assertThat(status.getJobRestartsCountTowardsMax()).containsExactly(0, 1);
    assertThat(world.status().getRestarts()).isZero();
    assertThat(world.conditions()).isEmpty();
    world.fail("js-a-0");
    world.settle();
    assertThat(world.conditions()).containsExactly("Failed=True/ReachedMaxRestarts");
  }

  private static Pretend world(String failurePolicy) {
    var world = new Pretend(jobSet(failurePolicy + groups(group("a", 2), group("b", 1))));
    world.settle();
    return world;
  }
}
