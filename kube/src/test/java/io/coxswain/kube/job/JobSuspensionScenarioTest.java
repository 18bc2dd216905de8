package io.coxswain.kube.job;

import static io.coxswain.kube.job.JobScripts.awaitActive;
import static io.coxswain.kube.job.JobScripts.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.Scenario;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Suspending, resuming and resizing a Job. */
class JobSuspensionScenarioTest {
  @Test
  void suspendsAndResumes() {
    play(
        "suspend",
        cluster -> {
          cluster.createJob("{parallelism: 2, completions: 2}");
          awaitActive(cluster, 2);
          String start = cluster.status().getStartTime();

          cluster.world().run(Duration.ofSeconds(30));
          cluster.editJob(spec -> spec.setSuspend(true));
          cluster.await("no pods", () -> cluster.pods().isEmpty());
          cluster.await("the condition", () -> cluster.conditions().equals(List.of("Suspended")));
          cluster.world().awaitSilence(Duration.ofSeconds(10));
          assertThat(cluster.status().getFailed()).isNull();
          assertThat(cluster.status().getTerminating()).isZero();
          assertThat(cluster.status().getStartTime()).isEqualTo(start);
          var condition = cluster.status().getConditions().getFirst();
          assertThat(condition.getReason()).isEqualTo("JobSuspended");
          assertThat(condition.getMessage()).isEqualTo("Job suspended");

          cluster.editJob(spec -> spec.setSuspend(false));
          awaitActive(cluster, 2);
          assertThat(cluster.conditions()).isEmpty();
          assertThat(cluster.status().getConditions().getFirst().getReason())
              .isEqualTo("JobResumed");
          assertThat(cluster.status().getStartTime()).isGreaterThan(start);
          cluster.await(
              "the events",
              () ->
                  cluster.events("j").contains("Normal Suspended Job suspended")
                      && cluster.events("j").contains("Normal Resumed Job resumed"));
        });
  }

  @Test
  @Scenario("job-19")
  void forgetsItsStartWhenSuspendedAsFromVersion136() {
    play(
        "suspend 1.36",
        new JobOptions(5, Duration.ofSeconds(1), true),
        cluster -> {
          cluster.createJob("{parallelism: 2, completions: 2}");
          awaitActive(cluster, 2);

          cluster.editJob(spec -> spec.setSuspend(true));
          cluster.await("no pods", () -> cluster.pods().isEmpty());
          cluster.await("the condition", () -> cluster.conditions().equals(List.of("Suspended")));

          assertThat(cluster.status().getFailed()).isNull();
          assertThat(cluster.status().getStartTime()).isNull();
        });
  }

  @Test
  @Scenario("job-22")
  void shrinksWithItsCompletions() {
    play(
        "elastic",
        cluster -> {
          cluster.createJob("{completionMode: Indexed, completions: 4, parallelism: 4}");
          awaitActive(cluster, 4);
          cluster.succeed(cluster.pod(3));
          cluster.await("index 3 counts", () -> "3".equals(cluster.status().getCompletedIndexes()));
          assertThat(cluster.status().getSucceeded()).isEqualTo(1);

          assertThatThrownBy(() -> cluster.editJob(spec -> spec.setCompletions(2)))
              .hasMessageContaining("can only be modified in tandem with spec.parallelism");
          cluster.editJob(
              spec -> {
                spec.setCompletions(2);
                spec.setParallelism(2);
              });
          awaitActive(cluster, 2);
          cluster.await("success drops", () -> cluster.status().getSucceeded() == null);

          assertThat(cluster.status().getCompletedIndexes()).isNull();
          assertThat(cluster.activePods())
              .extracting(p -> p.getSpec().getHostname())
              .containsExactlyInAnyOrder("j-0", "j-1");
        });
  }
}
