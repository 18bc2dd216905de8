package io.coxswain.slurm.checks.activecheckjob;

import static io.coxswain.slurm.checks.ChecksWorld.NAMESPACE;
import static io.coxswain.slurm.checks.ChecksWorld.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.K8sJobsStatus;
import io.coxswain.api.slurm.SlurmJobsStatus;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Script;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.coxswain.slurm.checks.ChecksWorld;
import io.coxswain.slurm.marks.ConditionTypes;
import io.coxswain.slurm.simulated.SlurmFault;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The kubelet and the Job controller are played by the script. */
class ActiveCheckJobScenarioTest {
  private static final ChecksWorld CHECKS =
      ChecksWorld.with("--controllers=activecheck,activecheckjob");
  private static final ObjectKey CHECK = ObjectKey.of(NAMESPACE, "gpu");
  private static final ObjectKey JOB = ObjectKey.of(NAMESPACE, "gpu-initial-run");

  private static final String BY_SLURM =
      """
      metadata: {name: gpu, namespace: soperator}
      spec:
        name: gpu
        slurmClusterRefName: c
        checkType: slurmJob
        slurmJobSpec:
          sbatchScript: "srun nvidia-smi"
          jobContainer: {image: slurm-check}
          mungeContainer: {image: munge}
        failureReactions:
          drainSlurmNode: {drainReasonPrefix: "[node_problem]"}
          commentSlurmNode: {commentPrefix: "[hc]"}
        successReactions:
          commentSlurmNode: {commentPrefix: "[ok]"}
      """;

  private static final String PLAIN =
      """
      metadata: {name: gpu, namespace: soperator}
      spec:
        name: gpu
        slurmClusterRefName: c
        checkType: k8sJob
        k8sJobSpec: {jobContainer: {image: check}}
      """;

  private static void run(Script script) {
    CHECKS.simulation(script).run(1);
  }

  /** The check with its first Job, whose pod runs. */
  private static void begin(World world, String check) throws Exception {
    begin(CHECKS, world, check);
  }

  private static void begin(ChecksWorld checks, World world, String check) throws Exception {
    checks.machine(world, "m1", "worker-0", "worker-1");
    world.objects().create(yaml(ActiveCheck.class, check));
    world.await("the Job", () -> world.objects().find(Job.class, JOB).isPresent());
    pod(world, JOB.name());
    jobStatus(world, JOB, job -> job.getStatus().setActive(1));
  }

  private static void pod(World world, String job) throws Exception {
    world
        .objects()
        .create(
            yaml(
                Pod.class,
                """
                metadata:
                  name: %1$s-x
                  namespace: soperator
                  labels: {job-name: %1$s}
                  annotations: {slurm.nebius.ai/activecheck: gpu}
                spec: {containers: [{name: gpu, image: i}]}
                """
                    .formatted(job)));
  }

  private static void jobStatus(World world, ObjectKey key, Consumer<Job> edit) throws Exception {
    Job job = world.objects().fetch(Job.class, key);
    edit.accept(job);
    world.objects().updateStatus(job);
  }

  private static void end(World world, ObjectKey key, String... types) throws Exception {
    String now = ChecksWorld.now(world);
    jobStatus(
        world,
        key,
        job -> {
          job.getStatus().setActive(0);
          job.getStatus().setStartTime(now);
          if (types[0].equals("Complete")) {
            job.getStatus().setCompletionTime(now);
            job.getStatus().setSucceeded(1);
          }
          job.getStatus()
              .setConditions(
                  List.of(types).reversed().stream()
                      .map(
                          type ->
                              new JobConditionBuilder()
                                  .withType(type)
                                  .withStatus("True")
                                  .withLastTransitionTime(now)
                                  .withLastProbeTime(now)
                                  .build())
                      .toList());
        });
  }

  private static void complete(World world) throws Exception {
    end(world, JOB, "Complete", "SuccessCriteriaMet");
  }

  private static void annotate(World world, ObjectKey key, String name, String value)
      throws Exception {
    world
        .objects()
        .edit(
            Job.class,
            key,
            job -> {
              var notes = new TreeMap<String, String>();
              if (job.getMetadata().getAnnotations() != null) {
                notes.putAll(job.getMetadata().getAnnotations());
              }
              notes.put(name, value);
              job.getMetadata().setAnnotations(notes);
            });
  }

  private static String note(World world, String name) throws Exception {
    var notes = world.objects().fetch(Job.class, JOB).getMetadata().getAnnotations();
    return notes == null ? "" : notes.getOrDefault(name, "");
  }

  private static SlurmJobsStatus slurm(World world) throws Exception {
    var status = world.objects().fetch(ActiveCheck.class, CHECK).getStatus();
    return status == null || status.getSlurmJobsStatus() == null
        ? new SlurmJobsStatus()
        : status.getSlurmJobsStatus();
  }

  private static K8sJobsStatus plain(World world) throws Exception {
    var status = world.objects().fetch(ActiveCheck.class, CHECK).getStatus();
    return status == null || status.getK8sJobsStatus() == null
        ? new K8sJobsStatus()
        : status.getK8sJobsStatus();
  }

  private static void awaitRun(World world, String word) {
    world.await(word, () -> word.equals(slurm(world).getLastRunStatus()));
  }

  @Test
  @Scenario("soperator-checks-12")
  void nodesOfAFailedJobAreDrained() {
    run(
        world -> {
          begin(world, BY_SLURM);
          long id =
              CHECKS.slurm().run("burn", Duration.ofMinutes(3), "FAILED", "worker-0", "worker-1");
          annotate(world, JOB, "slurm-job-id", Long.toString(id));
          complete(world);
          awaitRun(world, "InProgress");
          assertThat(CHECKS.slurm().isDrained("worker-0")).isFalse();

          awaitRun(world, "Failed");
          for (String worker : List.of("worker-0", "worker-1")) {
            assertThat(CHECKS.slurm().isDrained(worker)).isTrue();
            assertThat(CHECKS.slurm().reason(worker))
                .isEqualTo("[node_problem] gpu: job " + id + " [slurm_job]");
          }
          assertThat(CHECKS.slurm().updates()).hasSize(2);
          assertThat(slurm(world).getLastRunId()).isEqualTo(Long.toString(id));
          assertThat(slurm(world).getLastRunName()).isEqualTo("burn");
          assertThat(slurm(world).getLastRunSubmitTime()).isNotNull();
          assertThat(slurm(world).getLastRunFailJobsAndReasons())
              .extracting(r -> r.getJobID() + " " + r.getReason())
              .containsExactly(id + " NonZeroExitCode");
          assertThat(note(world, "unhandled-slurm-job-id")).isEmpty();
          assertThat(note(world, "soperator-checks-final-state-time")).isNotEmpty();
          world.awaitSilence(Duration.ofMinutes(10));
          assertThat(CHECKS.slurm().updates()).hasSize(2);
        });
  }

  @Test
  void drainOfAFailedCheckSurvivesAConcurrentUndrain() {
    var checks =
        ChecksWorld.with("--controllers=activecheck,activecheckjob,slurmapiclients,slurmnodes");
    checks
        .simulation(
            world -> {
              begin(checks, world, BY_SLURM);
              checks.slurm().drain("worker-0", "[compute_maintenance] node reboot process");
              world.run(Duration.ofSeconds(5));
              checks
                  .servers()
                  .delayNext("GET /slurm/v0.0.44/node/worker-0", Duration.ofMinutes(10));
              ChecksWorld.mark(world, "m1", ConditionTypes.DEGRADED, "False", "NodeRebooted");
              world.await("slow response", () -> checks.servers().isDelayed());

              long id = checks.slurm().run("burn", Duration.ofSeconds(30), "FAILED", "worker-0");
              annotate(world, JOB, "slurm-job-id", Long.toString(id));
              complete(world);

              awaitRun(world, "Failed");
              world.run(Duration.ofMinutes(15));
              assertThat(checks.slurm().isDrained("worker-0")).isTrue();
              assertThat(checks.slurm().reason("worker-0"))
                  .isEqualTo("[node_problem] gpu: job " + id + " [slurm_job]");
            })
        .run(1);
  }

  @Test
  void keepsTheReasonOfAnAdministratorsDrain() {
    run(
        world -> {
          begin(world, BY_SLURM);
          CHECKS.slurm().drain("worker-0", "cables: ask Ann");
          long id =
              CHECKS.slurm().run("burn", Duration.ofMinutes(3), "FAILED", "worker-0", "worker-1");
          annotate(world, JOB, "slurm-job-id", Long.toString(id));
          complete(world);

          awaitRun(world, "Failed");

          String text = "gpu: job " + id + " [slurm_job]";
          assertThat(CHECKS.slurm().reason("worker-0")).isEqualTo("cables: ask Ann");
          assertThat(CHECKS.slurm().updates())
              .containsExactly(
                  "worker-0  [hc] " + text,
                  "worker-1 DRAIN [node_problem] " + text + "[hc] " + text);
        });
  }

  @Test
  @Scenario("soperator-checks-13")
  void aJobUnknownToAccountingIsNotComplete() {
    run(
        world -> {
          begin(world, BY_SLURM);
          long id = CHECKS.slurm().run("burn", Duration.ofSeconds(5), "COMPLETED", "worker-0");
          CHECKS.slurm().hideFromAccounting(id, true);
          annotate(world, JOB, "slurm-job-id", Long.toString(id));
          complete(world);
          awaitRun(world, "InProgress");
          world.run(Duration.ofHours(1));
          assertThat(slurm(world).getLastRunStatus()).isEqualTo("InProgress");
          assertThat(note(world, "unhandled-slurm-job-id")).isEqualTo(Long.toString(id));

          CHECKS.slurm().hideFromAccounting(id, false);
          awaitRun(world, "Complete");
          assertThat(CHECKS.slurm().updates())
              .containsExactly("worker-0  [ok] gpu: job " + id + " [slurm_job]");
        });
  }

  @Test
  @Scenario("soperator-checks-14")
  void reportsASkippedCheckOnce() {
    run(
        world -> {
          begin(world, BY_SLURM);
          annotate(world, JOB, "slurm-skipped-reason", "no GPU here");
          world.run(Duration.ofMinutes(3));
          assertThat(slurm(world).getLastRunStatus()).isNull();
          complete(world);
          awaitRun(world, "Skipped");
          assertThat(slurm(world).getLastRunId()).isEqualTo("No slurm job");
          assertThat(slurm(world).getLastRunName()).isEqualTo(JOB.name());
          world.await("final", () -> !note(world, "soperator-checks-final-state-time").isEmpty());
          int writes = world.writes("checks");
          annotate(world, JOB, "anything", "else");
          world.run(Duration.ofMinutes(10));
          assertThat(world.writes("checks")).isEqualTo(writes);
        });
  }

  @Test
  void aJobThatFailedBeforeItSubmittedIsAnError() {
    run(
        world -> {
          begin(world, BY_SLURM);
          end(world, JOB, "Failed", "FailureTarget");
          awaitRun(world, "Error");
          assertThat(slurm(world).getLastRunId()).isEqualTo("No slurm job");
        });
  }

  @Test
  void tasksThatEndInTheSameSecondAreAllReactedTo() {
    run(
        world -> {
          begin(world, BY_SLURM);
          long one = CHECKS.slurm().run("t", Duration.ofSeconds(30), "FAILED", "worker-0");
          long two = CHECKS.slurm().run("t", Duration.ofSeconds(30), "FAILED", "worker-1");
          CHECKS.slurm().makeTaskOf(one, "77");
          CHECKS.slurm().makeTaskOf(two, "77");
          // Accounting hears of the second a while after the first, and a third still runs.
          CHECKS.slurm().hideFromAccounting(two, true);
          long three = CHECKS.slurm().run("t", Duration.ofMinutes(10), "COMPLETED", "worker-1");
          CHECKS.slurm().makeTaskOf(three, "77");
          annotate(world, JOB, "slurm-job-id", "77");
          complete(world);
          world.await("the first", () -> CHECKS.slurm().isDrained("worker-0"));
          world.await("noted", () -> note(world, "handled-slurm-job-id").equals("" + one));
          CHECKS.slurm().hideFromAccounting(two, false);
          world.await("the second", () -> CHECKS.slurm().isDrained("worker-1"));
          awaitRun(world, "Failed");
          assertThat(slurm(world).getLastRunFailJobsAndReasons()).hasSize(2);
          assertThat(CHECKS.slurm().updates())
              .filteredOn(u -> u.contains("DRAIN"))
              .as("each once")
              .hasSize(2);
        });
  }

  @Test
  void anOlderRunDoesNotWriteOverANewerOne() {
    run(
        world -> {
          begin(world, BY_SLURM);
          long old = CHECKS.slurm().run("old", Duration.ofSeconds(1), "COMPLETED", "worker-0");
          annotate(world, JOB, "slurm-job-id", Long.toString(old));
          complete(world);
          awaitRun(world, "Complete");
          world.run(Duration.ofSeconds(2));
          Job second = world.objects().fetch(Job.class, JOB);
          second.getMetadata().setName("gpu-2");
          second.getMetadata().setUid(null);
          second.getMetadata().setResourceVersion(null);
          second.getMetadata().setAnnotations(new TreeMap<>());
          second.setStatus(null);
          second.getSpec().setSelector(null);
          second
              .getSpec()
              .getTemplate()
              .getMetadata()
              .getLabels()
              .keySet()
              .removeIf(l -> l.contains("job-name") || l.contains("controller-uid"));
          second
              .getMetadata()
              .getLabels()
              .keySet()
              .removeIf(l -> l.contains("job-name") || l.contains("controller-uid"));
          world.objects().create(second);
          pod(world, "gpu-2");
          ObjectKey key = ObjectKey.of(NAMESPACE, "gpu-2");
          long id = CHECKS.slurm().run("new", Duration.ofSeconds(1), "FAILED", "worker-0");
          annotate(world, key, "slurm-job-id", Long.toString(id));
          end(world, key, "Complete", "SuccessCriteriaMet");
          awaitRun(world, "Failed");

          world.kill("checks");
          world.restart("checks");
          annotate(world, JOB, "anything", "else");
          world.run(Duration.ofMinutes(5));
          assertThat(slurm(world).getLastRunStatus()).isEqualTo("Failed");
          assertThat(slurm(world).getLastRunId()).isEqualTo(Long.toString(id));
        });
  }

  @Test
  void followsACheckByAJob() {
    run(
        world -> {
          begin(world, PLAIN);
          world.await("active", () -> plain(world).getLastJobStatus().equals("Active"));
          assertThat(plain(world).getLastJobName()).isEqualTo(JOB.name());
          complete(world);
          world.await("complete", () -> plain(world).getLastJobStatus().equals("Complete"));
          assertThat(world.objects().find(CronJob.class, CHECK)).isPresent();
          world.awaitSilence(Duration.ofMinutes(5));
        });
  }

  @Test
  void survivesEveryFaultAtEveryWriteAndEveryCall() {
    Script life =
        world -> {
          begin(world, BY_SLURM);
          if (failAt > 0) {
            CHECKS.servers().failAt(failAt, fault);
          }
          long one = CHECKS.slurm().run("a", Duration.ofMinutes(2), "FAILED", "worker-0");
          long two = CHECKS.slurm().run("b", Duration.ofMinutes(4), "COMPLETED", "worker-1");
          annotate(world, JOB, "slurm-job-id", one + "," + two);
          complete(world);
          awaitRun(world, "Failed");
          world.awaitSilence(Duration.ofMinutes(10));
          assertThat(CHECKS.slurm().isDrained("worker-0")).isTrue();
          assertThat(CHECKS.slurm().isDrained("worker-1")).isFalse();
          assertThat(note(world, "unhandled-slurm-job-id")).isEmpty();
          // When it ended depends on when it began; runs are compared without it.
          annotate(world, JOB, "soperator-checks-final-state-time", "0");
        };
    failAt = 0;
    var simulation = CHECKS.simulation(life);
    var summary =
        Sweep.of(simulation, "checks")
            .faults(Fault.KILL, Fault.LOSE_ANSWER, Fault.CONFLICT, Fault.SERVER_ERROR)
            .run();
    assertThat(summary.writes()).isGreaterThanOrEqualTo(8);
    String calm = simulation.run(1).endState();
    int calls = CHECKS.servers().requests().size();
    int runs = 0;
    int first = 0;
    for (SlurmFault each : SlurmFault.values()) {
      for (failAt = 1 + first++ % 2; failAt <= calls; failAt += 2) {
        fault = each;
        assertThat(simulation.run(1).endState()).as(each + " at " + failAt).isEqualTo(calm);
        runs++;
      }
    }
    System.out.println(
        "sweep of Slurm calls of an active check: "
            + calls
            + " calls, "
            + runs
            + " runs with the same end state");
  }

  private static int failAt;
  private static SlurmFault fault = SlurmFault.TIME_OUT;
}
