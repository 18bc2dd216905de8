package io.coxswain.kube.job;

import static io.coxswain.kube.job.JobScripts.awaitActive;
import static io.coxswain.kube.job.JobScripts.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.Timestamps;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** One behaviour each: the user and the kubelet act, the Job controller answers. */
class JobScenarioTest {
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
          JobConditions.set(status, "Complete", true, "Done", "done", cluster.world().now());
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
