package io.coxswain.kube.job;

import static io.coxswain.kube.job.JobScripts.awaitActive;
import static io.coxswain.kube.job.JobScripts.created;
import static io.coxswain.kube.job.JobScripts.play;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What failed pods and deadlines do to a Job. */
class JobFailureScenarioTest {
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
  void waitsLongerAfterEachFailureAndStartsAgainAfterASuccess() {
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
}
