package io.coxswain.kube.job;

import static io.coxswain.kube.job.JobScripts.awaitActive;
import static io.coxswain.kube.job.JobScripts.play;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits per index, failure, success and replacement policies. */
class JobPolicyScenarioTest {
  @Test
  @Scenario("job-23")
  void retriesEachIndexWithinItsOwnLimit() {
    play(
        "per index",
        cluster -> {
          cluster.createJob(
              """
              {completionMode: Indexed, completions: 3, parallelism: 3, backoffLimitPerIndex: 1}
              """);
          awaitActive(cluster, 3);

          cluster.fail(cluster.pod(2));
          cluster.await("a second try", () -> cluster.activePods().size() == 3);
          assertThat(cluster.pod(2).getMetadata().getAnnotations())
              .containsEntry("batch.kubernetes.io/job-index-failure-count", "1");
          cluster.fail(cluster.pod(2));
          cluster.await("the index fails", () -> "2".equals(cluster.status().getFailedIndexes()));
          assertThat(cluster.activePods()).hasSize(2);

          cluster.succeed(cluster.pod(0));
          cluster.succeed(cluster.pod(1));
          cluster.await("the end", cluster::finished);
          assertThat(cluster.status().getConditions().getLast().getType()).isEqualTo("Failed");
          assertThat(cluster.status().getConditions().getLast().getReason())
              .isEqualTo("FailedIndexes");
          assertThat(cluster.status().getCompletedIndexes()).isEqualTo("0,1");
          assertThat(cluster.status().getFailed()).isEqualTo(2);
        });
  }

  @Test
  @Scenario("job-24")
  void failsWhenTooManyIndexesFail() {
    play(
        "max failed indexes",
        cluster -> {
          cluster.createJob(
              """
              {completionMode: Indexed, completions: 4, parallelism: 4, backoffLimitPerIndex: 0,
               maxFailedIndexes: 1}
              """);
          awaitActive(cluster, 4);

          cluster.fail(cluster.pod(0));
          cluster.await("one fails", () -> "0".equals(cluster.status().getFailedIndexes()));
          assertThat(cluster.status().getConditions()).isEmpty();
          cluster.fail(cluster.pod(3));
          cluster.await("the end", cluster::finished);

          assertThat(cluster.status().getConditions().getLast().getReason())
              .isEqualTo("MaxFailedIndexesExceeded");
          assertThat(cluster.status().getFailedIndexes()).isEqualTo("0,3");
        });
  }

  @Test
  @Scenario("job-25")
  void failsAtOnceOnAnExitCodeThatARuleNames() {
    play(
        "fail job",
        cluster -> {
          cluster.createJob(
              """
              parallelism: 2
              completions: 2
              podFailurePolicy:
                rules:
                - {action: FailJob, onExitCodes: {containerName: c, operator: In, values: [42]}}
              """);
          awaitActive(cluster, 2);

          Pod pod = cluster.activePods().getFirst();
          cluster.fail(pod, 42);
          cluster.await("the end", cluster::finished);

          assertThat(cluster.conditions()).containsExactly("FailureTarget", "Failed");
          assertThat(cluster.status().getConditions().getFirst().getReason())
              .isEqualTo("PodFailurePolicy");
          assertThat(cluster.status().getConditions().getFirst().getMessage())
              .isEqualTo(
                  "Container c for pod default/"
                      + pod.getMetadata().getName()
                      + " failed with exit code 42 matching FailJob rule at index 0");
        });
  }

  @Test
  @Scenario("job-26")
  void doesNotCountADisruption() {
    play(
        "ignore disruption",
        cluster -> {
          cluster.createJob(
              """
              backoffLimit: 0
              podFailurePolicy:
                rules:
                - {action: Ignore, onPodConditions: [{type: DisruptionTarget, status: "True"}]}
              """);
          awaitActive(cluster, 1);
          Pod pod = cluster.activePods().getFirst();
          cluster.bind(pod, "n1");
          cluster.setStatus(
              pod,
              status -> {
                status.setPhase("Running");
                status.setConditions(
                    List.of(
                        new PodConditionBuilder()
                            .withType("DisruptionTarget")
                            .withStatus("True")
                            .build()));
              });
          cluster.world().objects().delete(Pod.class, io.coxswain.api.ObjectKey.of(pod));
          cluster.world().run(Duration.ofSeconds(20));
          assertThat(cluster.activePods()).isEmpty();

          cluster.fail(pod, 137);
          cluster.await("a replacement", () -> cluster.activePods().size() == 1);
          cluster.world().awaitSilence(Duration.ofSeconds(10));
          assertThat(cluster.status().getFailed()).isNull();
          assertThat(cluster.status().getConditions()).isEmpty();
        });
  }

  @Test
  @Scenario("job-27")
  void replacesATerminatingPodAccordingToItsPolicy() {
    play(
        "replace at once",
        cluster -> {
          cluster.createJob("{completionMode: Indexed, completions: 1, parallelism: 1}");
          awaitActive(cluster, 1);
          Pod pod = cluster.activePods().getFirst();
          cluster.bind(pod, "n1");
          cluster.world().objects().delete(Pod.class, io.coxswain.api.ObjectKey.of(pod));
          cluster.await("a replacement", () -> cluster.activePods().size() == 1);

          assertThat(cluster.pods()).hasSize(2);
          assertThat(cluster.status().getFailed()).isEqualTo(1);
        });
    play(
        "replace when failed",
        cluster -> {
          cluster.createJob(
              """
              {completionMode: Indexed, completions: 1, parallelism: 1,
               podReplacementPolicy: Failed}
              """);
          awaitActive(cluster, 1);
          Pod pod = cluster.activePods().getFirst();
          cluster.bind(pod, "n1");
          cluster.world().objects().delete(Pod.class, io.coxswain.api.ObjectKey.of(pod));
          cluster.await(
              "it is seen", () -> Integer.valueOf(1).equals(cluster.status().getTerminating()));
          cluster.world().run(Duration.ofMinutes(1));
          assertThat(cluster.activePods()).isEmpty();

          cluster.fail(pod);
          cluster.await("a replacement", () -> cluster.activePods().size() == 1);
        });
  }

  @Test
  @Scenario("job-28")
  void endsWhenItsSuccessPolicyIsMet() {
    play(
        "success policy",
        cluster -> {
          cluster.createJob(
              """
              {completionMode: Indexed, completions: 3, parallelism: 3,
               successPolicy: {rules: [{succeededIndexes: "0"}]}}
              """);
          awaitActive(cluster, 3);

          cluster.succeed(cluster.pod(0));
          cluster.await("the end", cluster::finished);

          assertThat(cluster.conditions()).containsExactly("SuccessCriteriaMet", "Complete");
          assertThat(cluster.status().getConditions().getFirst().getReason())
              .isEqualTo("SuccessPolicy");
          assertThat(cluster.status().getConditions().getFirst().getMessage())
              .isEqualTo("Matched rules at index 0");
          assertThat(cluster.pods()).hasSize(1);
          assertThat(cluster.status().getFailed()).isNull();
        });
  }
}
