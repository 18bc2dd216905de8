package io.coxswain.kube.cronjob;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.retry.InterceptedApi;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The concurrency policy Replace: which Job is deleted, and in which order. */
class CronJobReplaceScenarioTest {
  private static final ApiResponse FAILURE =
      new ApiResponse(
          500,
          Collections.emptySortedMap(),
          "{\"kind\":\"Status\",\"code\":500,\"reason\":\"InternalError\",\"message\":\"no\"}"
              .getBytes(StandardCharsets.UTF_8));

  private volatile String heldUp = "";
  private volatile boolean waiting;
  private volatile String failing = "";
  private final AtomicInteger failures = new AtomicInteger();

  private Env connect(Env env) {
    return env.withApi(
        new InterceptedApi(
            env.api(),
            request -> {
              while (isAboutAJob(request) && request.method().equals(heldUp)) {
                waiting = true;
                env.clock().sleep(Duration.ofMillis(100));
              }
              if (isAboutAJob(request) && request.method().equals(failing)) {
                failures.incrementAndGet();
                return FAILURE;
              }
              return null;
            }));
  }

  private static boolean isAboutAJob(ApiRequest request) {
    return request.path().contains("/jobs/");
  }

  private Simulation simulation(String name, Cluster.Script script) {
    return Cluster.with(name, this::connect, CronJobController::register, script)
        .network(Network.PROMPT);
  }

  private static void createCronJob(Cluster cluster) throws ApiException {
    cluster.create(
        CronJob.class,
        """
        metadata: {name: cj}
        spec:
          schedule: "*/5 * * * *"
          concurrencyPolicy: Replace
          jobTemplate:
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: c, image: busybox}]
        """);
  }

  private static List<Job> jobs(Cluster cluster) throws ApiException {
    return cluster.world().objects().list(Job.class, Cluster.NAMESPACE);
  }

  private static Job awaitFirst(Cluster cluster) throws ApiException {
    createCronJob(cluster);
    cluster.await("a Job", () -> jobs(cluster).size() == 1);
    cluster.world().run(Duration.ofSeconds(10));
    return jobs(cluster).getFirst();
  }

  private static List<String> uids(List<Job> jobs) {
    return jobs.stream().map(j -> j.getMetadata().getUid()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE"})
  void doesNotDeleteAnotherJobThatHasTakenTheName(String method) {
    simulation(
            "name taken before " + method,
            cluster -> {
              Job active = awaitFirst(cluster);
              String name = active.getMetadata().getName();
              heldUp = method;
              cluster.await("the controller replaces it", () -> waiting);
              cluster.delete(Job.class, key(name), "Background");
              Job other =
                  cluster.create(
                      Job.class,
                      """
                      metadata: {name: %s}
                      spec:
                        template:
                          spec:
                            restartPolicy: Never
                            containers: [{name: c, image: busybox}]
                      """
                          .formatted(name));
              heldUp = "";
              cluster.await("the next Job", () -> jobs(cluster).size() == 2);
              cluster.world().run(Duration.ofMinutes(1));

              assertThat(uids(jobs(cluster))).hasSize(2).contains(other.getMetadata().getUid());
              assertThat(
                      cluster
                          .world()
                          .objects()
                          .fetch(CronJob.class, key("cj"))
                          .getStatus()
                          .getActive())
                  .singleElement()
                  .satisfies(a -> assertThat(a.getName()).isNotEqualTo(name));
            })
        .run(1);
  }

  @Test
  void neverRunsTwoJobsAtATime() {
    simulation(
            "one at a time",
            cluster -> {
              cluster.world().always("one Job at a time", _ -> jobs(cluster).size() <= 1);
              Job active = awaitFirst(cluster);
              cluster.await(
                  "the next Job",
                  () ->
                      !jobs(cluster).isEmpty()
                          && !uids(jobs(cluster)).equals(uids(List.of(active))));
            })
        .run(1);
  }

  @Test
  void startsNothingWhileTheActiveJobCannotBeDeleted() {
    simulation(
            "cannot delete",
            cluster -> {
              Job active = awaitFirst(cluster);
              failing = "DELETE";
              cluster.await("several attempts", () -> failures.get() > 3);
              assertThat(uids(jobs(cluster))).containsExactly(active.getMetadata().getUid());

              failing = "";
              cluster.await(
                  "the next Job",
                  () ->
                      !jobs(cluster).isEmpty()
                          && !uids(jobs(cluster)).equals(uids(List.of(active))));
              assertThat(jobs(cluster)).hasSize(1);
            })
        .run(1);
  }
}
