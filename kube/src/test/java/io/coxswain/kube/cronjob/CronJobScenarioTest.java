package io.coxswain.kube.cronjob;

import static io.coxswain.kube.Cluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.Timestamps;
import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.KubeControllers;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Network;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.Sweep;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CronJobScenarioTest {

  private static Simulation simulation(String name, Cluster.Script script) {
    return Cluster.with(name, KubeControllers::register, script);
  }

  private static void play(String name, Cluster.Script script) {
    simulation(name, script).network(Network.PROMPT).run(1);
  }

  private static CronJob create(Cluster cluster, String schedule, Consumer<CronJobSpec> edit)
      throws ApiException {
    CronJob cron =
        Json.read(
            """
            {"apiVersion": "batch/v1", "kind": "CronJob",
             "metadata": {"name": "cj", "namespace": "default"},
             "spec": {"schedule": "", "jobTemplate": {"spec": {"template": {"spec": {
               "restartPolicy": "Never",
               "containers": [{"name": "c", "image": "busybox"}]}}}}}}
            """
                .getBytes(StandardCharsets.UTF_8),
            CronJob.class);
    cron.getSpec().setSchedule(schedule);
    edit.accept(cron.getSpec());
    return cluster.world().objects().create(cron);
  }

  private static List<Job> jobs(Cluster cluster) throws ApiException {
    return cluster.world().objects().list(Job.class, Cluster.NAMESPACE);
  }

  private static List<String> names(Cluster cluster) throws ApiException {
    return jobs(cluster).stream().map(j -> j.getMetadata().getName()).toList();
  }

  private static String nameAt(Instant time) {
    return "cj-" + time.getEpochSecond() / 60;
  }

  /** Lets the world run until just before a full hour. */
  private static Instant awaitFullHour(Cluster cluster) {
    Instant now = cluster.world().now();
    Instant hour = now.truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1));
    cluster.world().run(Duration.between(now, hour));
    return hour;
  }

  private static void finish(Cluster cluster, String job) throws ApiException {
    cluster.await("the pod of " + job, () -> pod(cluster, job) != null);
    cluster.succeed(Objects.requireNonNull(pod(cluster, job)));
  }

  private static @Nullable Pod pod(Cluster cluster, String job) throws ApiException {
    return cluster.activePods().stream()
        .filter(p -> p.getMetadata().getName().startsWith(job + "-"))
        .findFirst()
        .orElse(null);
  }

  @Test
  @Scenario("job-33")
  void startsAJobAtEachTimeNamedAfterItsMinute() {
    play(
        "every five minutes",
        cluster -> {
          Instant hour = awaitFullHour(cluster);
          cluster.world().run(Duration.ofMinutes(2));
          create(cluster, "*/5 * * * *", spec -> spec.setTimeZone("Asia/Kolkata"));

          cluster.await("two Jobs", () -> jobs(cluster).size() == 2);

          Instant first = hour.plus(Duration.ofMinutes(5));
          Instant second = hour.plus(Duration.ofMinutes(10));
          assertThat(names(cluster)).containsExactly(nameAt(first), nameAt(second));
          assertThat(Duration.between(second, cluster.world().now()))
              .isLessThan(Duration.ofSeconds(1));
          assertThat(jobs(cluster).getFirst().getMetadata().getAnnotations())
              .containsEntry(
                  "batch.kubernetes.io/cronjob-scheduled-timestamp",
                  first
                      .atZone(ZoneId.of("Asia/Kolkata"))
                      .toOffsetDateTime()
                      .toString()
                      .replace("+05:30", ":00+05:30"));
        });
  }

  @Test
  @Scenario("job-34")
  void startsTheLatestMissedTimeWhenAForbiddenOneEnds() {
    play(
        "forbid",
        cluster -> {
          Instant hour = awaitFullHour(cluster);
          create(cluster, "*/5 * * * *", spec -> spec.setConcurrencyPolicy("Forbid"));
          cluster.await("a Job", () -> jobs(cluster).size() == 1);
          cluster.world().run(Duration.ofMinutes(12));
          assertThat(jobs(cluster)).hasSize(1);
          assertThat(cluster.events("cj"))
              .contains(
                  "Normal JobAlreadyActive Not starting job because prior execution is running and"
                      + " concurrency policy is Forbid");

          finish(cluster, names(cluster).getFirst());
          Instant ended = cluster.world().now();
          cluster.await("another", () -> jobs(cluster).size() == 2);
          assertThat(names(cluster).getLast()).isEqualTo(nameAt(hour.plus(Duration.ofMinutes(15))));
          assertThat(Duration.between(ended, cluster.world().now()))
              .isLessThan(Duration.ofSeconds(5));
        });
  }

  @Test
  @Scenario("job-35")
  void replacesTheJobThatStillRuns() {
    play(
        "replace",
        cluster -> {
          Instant hour = awaitFullHour(cluster);
          create(cluster, "*/5 * * * *", spec -> spec.setConcurrencyPolicy("Replace"));
          cluster.await("a Job", () -> jobs(cluster).size() == 1);
          Instant second = hour.plus(Duration.ofMinutes(10));

          cluster.await("the next", () -> names(cluster).equals(List.of(nameAt(second))));
          cluster.await("pods follow", () -> cluster.pods().size() == 1);
          cluster.await("three events", () -> cluster.events("cj").size() == 3);
          assertThat(cluster.events("cj"))
              .endsWith(
                  "Normal SuccessfulDelete Deleted job " + nameAt(hour.plus(Duration.ofMinutes(5))),
                  "Normal SuccessfulCreate Created job " + nameAt(second));
        });
  }

  @Test
  @Scenario("job-36")
  void startsOneJobAfterALongAbsence() {
    play(
        "absence",
        cluster -> {
          awaitFullHour(cluster);
          create(cluster, "* * * * *", spec -> {});
          cluster.await("a Job", () -> jobs(cluster).size() == 1);
          cluster.world().kill(Cluster.KCM);
          cluster.world().run(Duration.ofMinutes(200));
          cluster.world().restart(Cluster.KCM);
          Instant back = cluster.world().now();

          cluster.await("one more", () -> jobs(cluster).size() == 2);
          cluster.world().run(Duration.ofSeconds(20));
          assertThat(names(cluster).getLast()).isEqualTo(nameAt(back));
          assertThat(jobs(cluster)).hasSize(2);
          assertThat(cluster.events("cj"))
              .filteredOn(e -> e.startsWith("Warning TooManyMissedTimes"))
              .hasSize(1);
        });
  }

  @Test
  @Scenario("job-37")
  void doesNotStartJobsPastTheirDeadline() {
    play(
        "deadline",
        cluster -> {
          Instant hour = awaitFullHour(cluster);
          create(cluster, "30 * * * *", spec -> spec.setStartingDeadlineSeconds(30L));
          cluster.world().run(Duration.ofMinutes(29));
          cluster.world().kill(Cluster.KCM);
          cluster.world().run(Duration.ofMinutes(2));
          cluster.world().restart(Cluster.KCM);
          cluster.world().run(Duration.ofMinutes(20));
          assertThat(jobs(cluster)).isEmpty();

          cluster.await("the next time", () -> jobs(cluster).size() == 1);
          assertThat(names(cluster)).containsExactly(nameAt(hour.plus(Duration.ofMinutes(90))));
        });
  }

  @Test
  @Scenario("job-38")
  void keepsOnlyTheLatestOfItsFinishedJobs() {
    play(
        "history",
        cluster -> {
          awaitFullHour(cluster);
          create(cluster, "0 * * * *", spec -> spec.setSuspend(true));
          CronJob cron = cluster.world().objects().fetch(CronJob.class, key("cj"));
          for (int i = 0; i < 5; i++) {
            finishedJob(cluster, cron, "done-" + i, 4 - i);
          }
          cluster.await("the oldest go", () -> jobs(cluster).size() == 3);
          cluster.world().awaitSilence(Duration.ofSeconds(30));

          assertThat(names(cluster)).containsExactly("done-0", "done-1", "done-2");
        });
  }

  /** A complete Job of the CronJob that began so many hours after the first. */
  private static void finishedJob(Cluster cluster, CronJob cron, String name, int hours)
      throws ApiException {
    Job job = CronJobFactory.build(cron, cluster.world().now(), ZoneOffset.UTC);
    job.getMetadata().setName(name);
    job.getSpec().setManagedBy("example.com/none");
    Job created = cluster.world().objects().create(job);
    String time = Timestamps.format(cluster.world().now().plus(Duration.ofHours(hours)));
    var status = new JobStatus();
    status.setStartTime(time);
    status.setCompletionTime(time);
    for (String type : List.of("SuccessCriteriaMet", "Complete")) {
      var condition = new JobCondition();
      condition.setType(type);
      condition.setStatus("True");
      condition.setLastTransitionTime(time);
      condition.setReason("Done");
      condition.setMessage("done");
      status.getConditions().add(condition);
    }
    created.setStatus(status);
    cluster.world().objects().updateStatus(created);
  }

  @Test
  void startsEachTimeOnceWithAFaultAtAnyWrite() {
    Simulation simulation =
        Cluster.with(
            "sweep",
            CronJobController::register,
            cluster -> {
              Instant hour = awaitFullHour(cluster);
              create(cluster, "*/10 * * * *", spec -> {});
              cluster.world().run(Duration.ofMinutes(35));
              check(cluster, hour);
            });

    Sweep.of(simulation, Cluster.KCM)
        .faults(Fault.KILL, Fault.LOSE_ANSWER, Fault.CONFLICT, Fault.SERVER_ERROR)
        .run();
  }

  private static void check(Cluster cluster, Instant hour) throws ApiException {
    assertThat(names(cluster))
        .containsExactly(
            nameAt(hour.plus(Duration.ofMinutes(10))),
            nameAt(hour.plus(Duration.ofMinutes(20))),
            nameAt(hour.plus(Duration.ofMinutes(30))));
    CronJob cron = cluster.world().objects().fetch(CronJob.class, key("cj"));
    assertThat(cron.getStatus().getActive()).hasSize(3);
  }
}
