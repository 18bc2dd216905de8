package io.coxswain.kube.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Timestamps;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One behaviour each: the user and the kubelet act, the Job controller answers. */
class JobScenarioTest {

  private static void play(String name, Cluster.Story story) {
    play(name, JobOptions.byDefault(), story);
  }

  private static void play(String name, JobOptions options, Cluster.Story story) {
    Cluster.with(name, manager -> JobController.register(manager, options), story)
        .network(Network.PROMPT)
        .run(1);
  }

  private static void awaitActive(Cluster cluster, int count) {
    cluster.await(
        count + " active pods",
        () ->
            cluster.activePods().size() == count
                && JobObservation.orZero(cluster.status().getActive()) == count);
  }

  private static Instant created(Pod pod) {
    return Timestamps.parse(pod.getMetadata().getCreationTimestamp()).orElseThrow();
  }

  @Test
  @Scenario({"job-10", "job-13"})
  void completesWhenItsPodSucceeds() {
    play(
        "complete",
        cluster -> {
          cluster.createJob("");
          awaitActive(cluster, 1);

          Pod pod = cluster.pods().getFirst();
          cluster.succeed(pod);
          cluster.await(
              "the pod is listed before it is counted",
              () -> cluster.status().getUncountedTerminatedPods().getSucceeded().size() == 1);
          assertThat(cluster.status().getSucceeded()).isNull();
          cluster.await("the end", cluster::finished);

          assertThat(cluster.conditions()).containsExactly("SuccessCriteriaMet", "Complete");
          assertThat(cluster.status().getSucceeded()).isEqualTo(1);
          assertThat(cluster.status().getUncountedTerminatedPods().getSucceeded()).isEmpty();
          assertThat(cluster.status().getActive()).isNull();
          assertThat(cluster.status().getCompletionTime()).isNotNull();
          assertThat(cluster.pods().getFirst().getMetadata().getFinalizers()).isEmpty();
          cluster.await("the events", () -> cluster.events("j").size() == 2);
          assertThat(cluster.events("j"))
              .containsExactly(
                  "Normal SuccessfulCreate Created pod: " + pod.getMetadata().getName(),
                  "Normal Completed Job completed");
        });
  }

  @Test
  @Scenario("job-6")
  void createsOnePodForEachIndex() {
    play(
        "indexed",
        cluster -> {
          cluster.createJob("{completionMode: Indexed, completions: 3, parallelism: 3}");
          awaitActive(cluster, 3);

          for (int i = 0; i < 3; i++) {
            Pod pod = cluster.pod(i);
            String index = Integer.toString(i);
            assertThat(pod.getMetadata().getName()).matches("j-" + i + "-[a-z0-9]{5}");
            assertThat(pod.getSpec().getHostname()).isEqualTo("j-" + i);
            assertThat(pod.getMetadata().getLabels())
                .containsEntry("batch.kubernetes.io/job-completion-index", index);
            assertThat(pod.getMetadata().getAnnotations())
                .containsEntry("batch.kubernetes.io/job-completion-index", index);
            assertThat(pod.getMetadata().getFinalizers())
                .containsExactly("batch.kubernetes.io/job-tracking");
            var variable = pod.getSpec().getContainers().getFirst().getEnv().getFirst();
            assertThat(variable.getName()).isEqualTo("JOB_COMPLETION_INDEX");
            assertThat(variable.getValueFrom().getFieldRef().getFieldPath())
                .isEqualTo("metadata.labels['batch.kubernetes.io/job-completion-index']");
          }
        });
  }

  @Test
  @Scenario("job-8")
  void triesOnePodAtATimeWhileCreationFails() {
    play(
        "no priority class",
        cluster -> {
          cluster.createJob(
              """
              parallelism: 10
              completions: 10
              template:
                spec:
                  priorityClassName: none
                  restartPolicy: Never
                  containers: [{name: c, image: busybox}]
              """);
          Instant begin = cluster.world().now();
          var tries = new ArrayList<Long>();
          for (int i = 1; i <= 8; i++) {
            int count = i;
            cluster.await("try " + i, () -> failures(cluster) == count);
            tries.add(Duration.between(begin, cluster.world().now()).toSeconds());
          }

          // 1 s, then twice as long each time, at most a minute.
          assertThat(tries).containsExactly(0L, 1L, 3L, 7L, 15L, 31L, 63L, 123L);
          assertThat(cluster.pods()).isEmpty();
        });
  }

  private static int failures(Cluster cluster) throws ApiException {
    return cluster
        .world()
        .objects()
        .list(io.fabric8.kubernetes.api.model.Event.class, Cluster.NAMESPACE)
        .stream()
        .filter(e -> "FailedCreate".equals(e.getReason()))
        .mapToInt(e -> e.getCount() == null ? 1 : e.getCount())
        .sum();
  }

  @Test
  @Scenario("job-9")
  void looksOnceAtEventsThatComeTogether() {
    play(
        "batching",
        cluster -> {
          cluster.createJob("{completionMode: Indexed, completions: 6, parallelism: 6}");
          awaitActive(cluster, 6);
          cluster.world().awaitSilence(Duration.ofSeconds(10));
          int before = cluster.world().writes(Cluster.KCM);
          Instant first = cluster.world().now();

          for (int i = 0; i < 5; i++) {
            cluster.succeed(cluster.pod(i));
            cluster.world().run(Duration.ofMillis(60));
          }
          cluster.await("all counted", () -> cluster.status().getSucceeded() != null);

          assertThat(cluster.status().getSucceeded()).isEqualTo(5);
          assertThat(Duration.between(first, cluster.world().now()))
              .isBetween(Duration.ofMillis(900), Duration.ofMillis(1300));
          cluster.world().awaitSilence(Duration.ofSeconds(10));
          // One status for all five, and five finalizers.
          assertThat(cluster.world().writes(Cluster.KCM)).isEqualTo(before + 1 + 5);
        });
  }

  @Test
  @Scenario("job-12")
  void keepsASucceededPodUntilItIsCounted() {
    play(
        "force-deleted",
        cluster -> {
          cluster.createJob("");
          awaitActive(cluster, 1);
          cluster.world().kill(Cluster.KCM);

          Pod pod = cluster.pods().getFirst();
          cluster.succeed(pod);
          cluster.remove(pod);
          cluster.world().run(Duration.ofMinutes(5));
          assertThat(cluster.pods()).hasSize(1);

          cluster.world().restart(Cluster.KCM);
          cluster.await("the end", cluster::finished);
          assertThat(cluster.status().getSucceeded()).isEqualTo(1);
          assertThat(cluster.status().getFailed()).isNull();
          cluster.await("the pod goes", () -> cluster.pods().isEmpty());
        });
  }

  @Test
  @Scenario({"job-14", "job-15"})
  void failsAfterItsLastPodHasEnded() {
    play(
        "backoff limit",
        cluster -> {
          cluster.createJob("{backoffLimit: 1, parallelism: 3, completions: 3}");
          awaitActive(cluster, 3);
          for (Pod pod : cluster.activePods()) {
            cluster.bind(pod, "n1");
            cluster.run(pod);
          }
          Pod survivor = cluster.activePods().get(2);

          cluster.fail(cluster.activePods().get(0));
          cluster.fail(cluster.activePods().get(0));
          cluster.await("the verdict", () -> cluster.conditions().equals(List.of("FailureTarget")));
          cluster.await(
              "the last pod is told to end",
              () -> Integer.valueOf(1).equals(cluster.status().getTerminating()));
          cluster.world().run(Duration.ofSeconds(20));
          assertThat(cluster.conditions()).containsExactly("FailureTarget");

          cluster.remove(survivor);
          cluster.await("the end", cluster::finished);
          assertThat(cluster.conditions()).containsExactly("FailureTarget", "Failed");
          assertThat(cluster.status().getConditions())
              .allSatisfy(
                  c -> {
                    assertThat(c.getReason()).isEqualTo("BackoffLimitExceeded");
                    assertThat(c.getMessage())
                        .isEqualTo("Job has reached the specified backoff limit");
                  });
          assertThat(cluster.status().getFailed()).isEqualTo(3);
          assertThat(cluster.status().getTerminating()).isZero();
          cluster.await(
              "the event",
              () ->
                  cluster
                      .events("j")
                      .contains(
                          "Warning BackoffLimitExceeded Job has reached the specified backoff"
                              + " limit"));
        });
  }

  @Test
  @Scenario("job-16")
  void waitsLongerAfterEachFailureAndStartsAnewAfterASuccess() {
    play(
        "delays",
        cluster -> {
          cluster.createJob("{backoffLimit: 20, completions: 2, parallelism: 1}");
          var delays = new ArrayList<Long>();
          for (int i = 0; i < 8; i++) {
            delays.add(failAndMeasure(cluster));
          }
          assertThat(delays).containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 600L, 600L);

          awaitActive(cluster, 1);
          cluster.succeed(cluster.activePods().getFirst());
          cluster.await(
              "the success counts",
              () -> Integer.valueOf(1).equals(cluster.status().getSucceeded()));
          assertThat(failAndMeasure(cluster)).isEqualTo(10L);
        });
  }

  /** Seconds between the failure of the active pod and the creation of its replacement. */
  private static long failAndMeasure(Cluster cluster) throws ApiException {
    awaitActive(cluster, 1);
    cluster.fail(cluster.activePods().getFirst());
    Instant failed = cluster.world().now();
    cluster.await("a replacement", () -> cluster.activePods().size() == 1);
    Pod replacement = cluster.activePods().getFirst();
    return Math.round(Duration.between(failed, created(replacement)).toMillis() / 1000.0);
  }

  @Test
  @Scenario("job-17")
  void countsRestartsInPlace() {
    play(
        "restarts",
        cluster -> {
          cluster.createJob(
              """
              backoffLimit: 2
              parallelism: 2
              completions: 2
              template:
                spec:
                  restartPolicy: OnFailure
                  containers: [{name: c, image: busybox}]
              """);
          awaitActive(cluster, 2);

          restart(cluster, cluster.activePods().get(0));
          cluster.world().run(Duration.ofSeconds(5));
          assertThat(cluster.status().getConditions()).isEmpty();
          restart(cluster, cluster.activePods().get(1));
          cluster.await("the end", cluster::finished);

          assertThat(cluster.status().getConditions().getLast().getReason())
              .isEqualTo("BackoffLimitExceeded");
        });
  }

  private static void restart(Cluster cluster, Pod pod) throws ApiException {
    cluster.setStatus(
        pod,
        status -> {
          status.setPhase("Running");
          status.setContainerStatuses(
              List.of(
                  new ContainerStatusBuilder()
                      .withName("c")
                      .withImage("busybox")
                      .withImageID("")
                      .withReady(false)
                      .withRestartCount(1)
                      .build()));
        });
  }

  @Test
  @Scenario("job-18")
  void failsAtItsDeadlineWhichSuspensionRestarts() {
    play(
        "deadline",
        cluster -> {
          cluster.createJob("{activeDeadlineSeconds: 5}");
          awaitActive(cluster, 1);
          cluster.world().run(Duration.ofSeconds(3));

          cluster.editJob(spec -> spec.setSuspend(true));
          awaitActive(cluster, 0);
          cluster.world().run(Duration.ofSeconds(60));
          assertThat(cluster.finished()).isFalse();
          cluster.editJob(spec -> spec.setSuspend(false));
          Instant resumed = cluster.world().now();
          cluster.await("the end", cluster::finished);

          assertThat(cluster.status().getConditions().getLast().getReason())
              .isEqualTo("DeadlineExceeded");
          assertThat(Duration.between(resumed, cluster.world().now()).toSeconds())
              .isBetween(5L, 7L);
        });
  }

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
  void replacesATerminatingPodWhenItsPolicySaysSo() {
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

  @Test
  @Scenario("job-29")
  void leavesAJobOfAnotherManagerAlone() {
    play(
        "managed by another",
        cluster -> {
          cluster.createJob("{managedBy: acme.io/x}");
          cluster.world().run(Duration.ofMinutes(1));
          assertThat(cluster.pods()).isEmpty();
          assertThat(cluster.status().getStartTime()).isNull();

          Job job = cluster.job();
          var status = new io.fabric8.kubernetes.api.model.batch.v1.JobStatus();
          String now = Timestamps.format(cluster.world().now());
          status.setStartTime(now);
          status.setCompletionTime(now);
          Conditions.set(status, "Complete", true, "Done", "done", cluster.world().now());
          job.setStatus(status);
          assertThatThrownBy(() -> cluster.world().objects().updateStatus(job))
              .hasMessageContaining(
                  "cannot set Complete=True condition without the SuccessCriteriaMet=true"
                      + " condition");
        });
  }

  @Test
  @Scenario("job-30")
  void adoptsAMatchingPod() {
    play(
        "adopt",
        cluster -> {
          cluster.create(
              Pod.class,
              """
              metadata: {name: orphan, labels: {m: "1"}}
              spec:
                restartPolicy: Never
                containers: [{name: c, image: busybox}]
              """);
          cluster.createJob(
              """
              manualSelector: true
              selector: {matchLabels: {m: "1"}}
              template:
                metadata: {labels: {m: "1"}}
                spec:
                  restartPolicy: Never
                  containers: [{name: c, image: busybox}]
              """);
          awaitActive(cluster, 1);
          cluster.world().awaitSilence(Duration.ofSeconds(10));

          Pod pod = cluster.pods().getFirst();
          assertThat(cluster.pods()).hasSize(1);
          assertThat(pod.getMetadata().getName()).isEqualTo("orphan");
          assertThat(pod.getMetadata().getFinalizers())
              .containsExactly("batch.kubernetes.io/job-tracking");
          var owner = pod.getMetadata().getOwnerReferences().getFirst();
          assertThat(owner.getUid()).isEqualTo(cluster.job().getMetadata().getUid());
          assertThat(owner.getController()).isTrue();
          assertThat(owner.getBlockOwnerDeletion()).isTrue();
        });
  }

  @Test
  void completesAJobThatAsksForNothing() {
    play(
        "zero completions",
        cluster -> {
          cluster.createJob("{completions: 0}");
          cluster.await("the end", cluster::finished);

          assertThat(cluster.conditions()).containsExactly("SuccessCriteriaMet", "Complete");
          assertThat(cluster.pods()).isEmpty();
        });
  }

  @Test
  void letsAWorkQueueFinish() {
    play(
        "work queue",
        cluster -> {
          cluster.createJob("{parallelism: 2}");
          awaitActive(cluster, 2);

          cluster.succeed(cluster.activePods().getFirst());
          cluster.await(
              "one success", () -> Integer.valueOf(1).equals(cluster.status().getSucceeded()));
          cluster.world().awaitSilence(Duration.ofSeconds(10));
          assertThat(cluster.activePods()).hasSize(1);
          assertThat(cluster.finished()).isFalse();

          cluster.succeed(cluster.activePods().getFirst());
          cluster.await("the end", cluster::finished);
          assertThat(cluster.status().getSucceeded()).isEqualTo(2);
        });
  }
}
