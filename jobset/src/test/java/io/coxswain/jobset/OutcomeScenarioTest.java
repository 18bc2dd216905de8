package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.jobset.JobSet;
import io.coxswain.evidence.Scenario;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a JobSet ends, and what becomes of it then. */
class OutcomeScenarioTest {

  @Test
  @Scenario("jobset-8")
  void completesWhenAllJobsHaveAndIsCountedOnce() {
    var metrics = new PrometheusRegistry();
    Stage.empty(
            "completion",
            stage -> {
              stage.create(groups(group("a", 1), group("b", 1)));
              stage.awaitJobs("js-a-0", "js-b-0");
              stage.complete("js-a-0");
              stage.settle();
              assertThat(stage.conditions()).isEmpty();

              stage.complete("js-b-0");
              stage.awaitCondition("Completed=True/AllJobsCompleted");
              stage.settle();

              assertThat(stage.status().getTerminalState()).isEqualTo("Completed");
              assertThat(stage.jobNames()).containsExactly("js-a-0", "js-b-0");
              assertThat(stage.world.objects().find(Service.class, Stage.JS)).isPresent();
              assertThat(stage.events())
                  .contains("AllJobsCompleted: jobset completed successfully");
            })
        .process("jobset", Stage.controller(Features.none(), () -> metrics))
        .restartMatters("jobset", "a registry of metrics serves one process")
        .process("sweeper", Sweeper::main)
        .run(1);

    assertThat(counted(metrics, "jobset_completed"))
        .containsExactly("{jobset_name=\"js\",namespace=\"default\"} 1.0");
    assertThat(counted(metrics, "jobset_failed")).isEmpty();
  }

  private static List<String> counted(PrometheusRegistry metrics, String name) {
    return metrics.scrape(name::equals).stream()
        .flatMap(family -> ((CounterSnapshot) family).getDataPoints().stream())
        .map(point -> point.getLabels() + " " + point.getValue())
        .toList();
  }

  @Test
  @Scenario("jobset-9")
  void anyOfTheTargetedJobsIsEnoughAndActiveOnesGo() {
    Stage.play(
        "any",
        stage -> {
          stage.create(
              "successPolicy: {operator: Any, targetReplicatedJobs: [b]}\n"
                  + groups(group("a", 2), group("b", 2)));
          stage.awaitJobs("js-a-0", "js-a-1", "js-b-0", "js-b-1");
          stage.complete("js-a-0");
          stage.settle();
          assertThat(stage.conditions()).isEmpty();
          stage.world.kill("sweeper");

          stage.complete("js-b-1");
          stage.awaitCondition("Completed=True/AllJobsCompleted");
          stage.world.await("deletions", () -> deleted(stage).size() == 2);
          assertThat(deleted(stage)).containsExactly("js-a-1", "js-b-0");
          assertThat(stage.job("js-a-1").getMetadata().getFinalizers())
              .contains("foregroundDeletion");
          stage.world.restart("sweeper");

          stage.awaitJobs("js-a-0", "js-b-1");
        });
  }

  @Test
  @Scenario("jobset-10")
  void withoutAFailurePolicyTheFirstFailureEndsAll() {
    Stage.play(
        "failure",
        stage -> {
          stage.create(groups(group("a", 3)));
          stage.awaitJobs("js-a-0", "js-a-1", "js-a-2");
          stage.world.kill("jobset");

          stage.fail("js-a-2");
          stage.world.run(Duration.ofSeconds(5));
          stage.fail("js-a-0");
          stage.world.restart("jobset");
          stage.awaitCondition("Failed=True/FailedJobs");

          assertThat(stage.message("Failed"))
              .isEqualTo(
                  "jobset failed due to one or more job failures (first failed job: js-a-2)");
          assertThat(stage.status().getTerminalState()).isEqualTo("Failed");
          stage.awaitJobs("js-a-0", "js-a-2");
          stage.settle();
          assertThat(stage.jobNames()).containsExactly("js-a-0", "js-a-2");
        });
  }

  @Test
  @Scenario("jobset-26")
  void isDeletedWhenItsTimeAfterTheEndIsOver() {
    Stage.play(
        "ttl",
        stage -> {
          stage.create("ttlSecondsAfterFinished: 2\n" + groups(group("a", 1)));
          stage.awaitJobs("js-a-0");
          stage.fail("js-a-0");
          stage.awaitCondition("Failed=True/FailedJobs");
          var failed = stage.world.now();

          stage.world.await("deletion", () -> gone(stage));

          assertThat(Duration.between(failed, stage.world.now()))
              .isBetween(Duration.ofMillis(999), Duration.ofMillis(2500));
        });
  }

  @Test
  @Scenario("jobset-26")
  void isKeptIndefinitelyWithoutATime() {
    Stage.play(
        "no ttl",
        stage -> {
          stage.create(groups(group("a", 1)));
          stage.awaitJobs("js-a-0");
          stage.fail("js-a-0");
          stage.awaitCondition("Failed=True/FailedJobs");

          stage.world.run(Duration.ofDays(7));

          assertThat(stage.conditions()).containsExactly("Failed=True/FailedJobs");
        });
  }

  private static boolean gone(Stage stage) throws Exception {
    return stage
        .world
        .objects()
        .find(JobSet.class, Stage.JS)
        .filter(js -> js.getMetadata().getDeletionTimestamp() == null)
        .isEmpty();
  }

  private static List<String> deleted(Stage stage) throws Exception {
    return stage.jobs().stream()
        .filter(job -> job.getMetadata().getDeletionTimestamp() != null)
        .map((Job job) -> job.getMetadata().getName())
        .toList();
  }
}
