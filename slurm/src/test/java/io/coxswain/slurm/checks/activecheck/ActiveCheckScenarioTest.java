package io.coxswain.slurm.checks.activecheck;

import static io.coxswain.slurm.checks.ChecksWorld.NAMESPACE;
import static io.coxswain.slurm.checks.ChecksWorld.yaml;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.ActiveCheck;
import io.coxswain.api.slurm.ActiveCheckStatus;
import io.coxswain.api.slurm.K8sJobsStatus;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.api.slurm.SlurmJobsStatus;
import io.coxswain.api.slurm.TimedCondition;
import io.coxswain.evidence.Scenario;
import io.coxswain.sim.Fault;
import io.coxswain.sim.Script;
import io.coxswain.sim.Sweep;
import io.coxswain.sim.World;
import io.coxswain.slurm.checks.ChecksWorld;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplate;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActiveCheckScenarioTest {
  private static final ChecksWorld CHECKS =
      ChecksWorld.with("--controllers=activecheck,serviceaccount");

  private static final String PLAIN =
      """
      metadata: {name: %1$s, namespace: soperator}
      spec:
        name: %1$s
        slurmClusterRefName: c
        checkType: k8sJob
        k8sJobSpec: {jobContainer: {image: check}}
      """;

  private static final String BY_SLURM =
      """
      metadata: {name: gpu, namespace: soperator}
      spec:
        name: gpu-burn
        slurmClusterRefName: c
        checkType: slurmJob
        schedule: "0 */12 * * *"
        suspend: false
        dependsOn: [users]
        slurmJobSpec:
          eachWorkerJobs: true
          maxNumberOfJobs: 200
          sbatchScript: "srun nvidia-smi"
          jobContainer: {image: slurm-check, env: [{name: A, value: b}], appArmorProfile: localhost/x}
          mungeContainer: {image: munge}
      """;

  private static void run(Script script) {
    CHECKS.simulation(script).run(1);
  }

  private static ObjectKey key(String name) {
    return ObjectKey.of(NAMESPACE, name);
  }

  private static void create(World world, String text) throws Exception {
    world.objects().create(yaml(ActiveCheck.class, text));
  }

  private static boolean has(World world, Class<? extends HasMetadata> type, String name)
      throws Exception {
    return world.objects().find(type, key(name)).isPresent();
  }

  static TimedCondition ready(World world, String name) throws Exception {
    ActiveCheckStatus status = world.objects().fetch(ActiveCheck.class, key(name)).getStatus();
    return status == null || status.getConditions().isEmpty()
        ? new TimedCondition()
        : status.getConditions().getFirst();
  }

  private static void finish(World world, String name, ActiveCheckStatus status) throws Exception {
    ActiveCheck check = world.objects().fetch(ActiveCheck.class, key(name));
    if (check.getStatus() != null) {
      status.setConditions(check.getStatus().getConditions());
    }
    check.setStatus(status);
    world.objects().updateStatus(check);
  }

  private static ActiveCheckStatus plain(String word) {
    var last = new K8sJobsStatus();
    last.setLastJobName("j");
    last.setLastJobStatus(word);
    var status = new ActiveCheckStatus();
    status.setK8sJobsStatus(last);
    return status;
  }

  private static ActiveCheckStatus bySlurm(String word) {
    var last = new SlurmJobsStatus();
    last.setLastRunStatus(word);
    var status = new ActiveCheckStatus();
    status.setSlurmJobsStatus(last);
    return status;
  }

  @Test
  @Scenario("soperator-checks-10")
  void aCheckWaitsForThoseItDependsOn() {
    run(
        world -> {
          create(world, BY_SLURM);
          create(world, PLAIN.formatted("users"));
          create(world, PLAIN.formatted("last").replace("spec:", "spec:\n  dependsOn: [gpu]"));
          world.await("users' CronJob", () -> has(world, CronJob.class, "users"));
          finish(world, "users", plain("Active"));
          world.run(Duration.ofMinutes(5));
          assertThat(has(world, CronJob.class, "gpu")).isFalse();
          assertThat(ready(world, "gpu").getReason()).isEqualTo("DependencyNotComplete");
          assertThat(ready(world, "gpu").getMessage()).contains("spec.dependsOn", "users");

          finish(world, "users", plain("Complete"));
          world.await("gpu's CronJob", () -> has(world, CronJob.class, "gpu"));
          world.run(Duration.ofMinutes(5));
          assertThat(has(world, CronJob.class, "last")).isFalse();
          finish(world, "gpu", bySlurm("Skipped"));
          world.await("last's CronJob", () -> has(world, CronJob.class, "last"));
          world.await("ready", () -> ready(world, "last").getStatus().equals("True"));
        });
  }

  @Test
  @Scenario("soperator-checks-11")
  void theFirstRunIsStartedOnceAndBelongsToTheCronJob() {
    run(
        world -> {
          create(world, PLAIN.formatted("users"));
          world.await("the Job", () -> has(world, Job.class, "users-initial-run"));
          CronJob cronJob = world.objects().fetch(CronJob.class, key("users"));
          Job job = world.objects().fetch(Job.class, key("users-initial-run"));
          assertThat(job.getMetadata().getOwnerReferences())
              .singleElement()
              .satisfies(
                  owner -> {
                    assertThat(owner.getKind()).isEqualTo("CronJob");
                    assertThat(owner.getUid()).isEqualTo(cronJob.getMetadata().getUid());
                    assertThat(owner.getController()).isTrue();
                  });
          assertThat(job.getMetadata().getLabels())
              .containsEntry("app.kubernetes.io/component", "soperatorchecks");

          world
              .objects()
              .edit(ActiveCheck.class, key("users"), c -> c.getSpec().setSchedule("1 1 1 1 *"));
          world.await(
              "the schedule",
              () ->
                  world
                      .objects()
                      .fetch(CronJob.class, key("users"))
                      .getSpec()
                      .getSchedule()
                      .equals("1 1 1 1 *"));
          world.awaitSilence(Duration.ofMinutes(5));
          assertThat(world.objects().list(Job.class, NAMESPACE)).hasSize(1);
          // Once it has run, the Job may be cleared away without being run again.
          ActiveCheckStatus ran = bySlurm("Complete");
          requireNonNull(ran.getSlurmJobsStatus()).setLastTransitionTime(ChecksWorld.now(world));
          finish(world, "users", ran);
          world.objects().delete(Job.class, key("users-initial-run"));
          world.kill("checks");
          world.restart("checks");
          world.run(Duration.ofMinutes(5));
          assertThat(world.objects().list(Job.class, NAMESPACE))
              .allMatch(j -> j.getMetadata().getDeletionTimestamp() != null);
        });
  }

  @Test
  void rendersACheckThatSlurmRuns() {
    run(
        world -> {
          create(world, BY_SLURM.replace("dependsOn: [users]", "dependsOn: []"));
          world.await("the CronJob", () -> has(world, CronJob.class, "gpu"));
          CronJob cronJob = world.objects().fetch(CronJob.class, key("gpu"));
          assertThat(cronJob.getSpec().getSchedule()).isEqualTo("0 */12 * * *");
          assertThat(cronJob.getSpec().getSuspend()).isFalse();
          assertThat(cronJob.getSpec().getConcurrencyPolicy()).isEqualTo("Forbid");
          assertThat(cronJob.getSpec().getSuccessfulJobsHistoryLimit()).isEqualTo(3);
          assertThat(cronJob.getSpec().getFailedJobsHistoryLimit()).isEqualTo(16);
          var job = cronJob.getSpec().getJobTemplate().getSpec();
          assertThat(job.getBackoffLimit()).isZero();
          var pod = job.getTemplate();
          assertThat(pod.getMetadata().getAnnotations())
              .containsEntry("slurm.nebius.ai/activecheck", "gpu")
              .containsEntry("kubectl.kubernetes.io/default-container", "gpu-burn");
          assertThat(pod.getSpec().getServiceAccountName()).isEqualTo("c-activecheck-sa");
          assertThat(pod.getSpec().getActiveDeadlineSeconds()).isEqualTo(1800);
          assertThat(pod.getSpec().getInitContainers())
              .extracting(c -> c.getName() + " " + c.getRestartPolicy())
              .containsExactly("munge Always");
          var main = pod.getSpec().getContainers().getFirst();
          assertThat(main.getName()).isEqualTo("gpu-burn");
          assertThat(main.getEnv())
              .extracting(e -> e.getName() + "=" + e.getValue())
              .containsExactly(
                  "A=b",
                  "ACTIVE_CHECK_NAME=gpu",
                  "EACH_WORKER_JOBS=true",
                  "ACTIVE_CHECK_MAX_NUMBER_OF_JOBS=200");
          assertThat(main.getVolumeMounts())
              .extracting(m -> m.getMountPath())
              .containsExactly(
                  "/mnt/slurm-configs", "/mnt/munge-key", "/run/munge", "/opt/bin/sbatch.sh");
          assertThat(main.getSecurityContext().getAppArmorProfile().getLocalhostProfile())
              .isEqualTo("x");
          assertThat(pod.getSpec().getVolumes())
              .extracting(v -> v.getName())
              .containsExactly("slurm-configs", "munge-key", "munge-socket", "sbatch-volume");
          ConfigMap script = world.objects().fetch(ConfigMap.class, key("sbatch-script-gpu-burn"));
          assertThat(script.getData()).isEqualTo(Map.of("sbatch.sh", "srun nvidia-smi"));
          assertThat(script.getMetadata().getOwnerReferences().getFirst().getKind())
              .isEqualTo("SlurmCluster");
          world.await("access", () -> has(world, RoleBinding.class, "c-activecheck-role-binding"));
          assertThat(has(world, ServiceAccount.class, "c-activecheck-sa")).isTrue();
          assertThat(has(world, Role.class, "c-activecheck-role")).isTrue();

          world.objects().delete(ActiveCheck.class, key("gpu"));
          world.await("all gone", () -> !has(world, ActiveCheck.class, "gpu"));
          assertThat(has(world, CronJob.class, "gpu")).isFalse();
          assertThat(has(world, ConfigMap.class, "sbatch-script-gpu-burn")).isFalse();
        });
  }

  @Test
  void aPodTemplateIsMergedOverThePod() {
    run(
        world -> {
          world.objects().create(yaml(PodTemplate.class, TEMPLATE));
          create(
              world,
              PLAIN.formatted("users").replace("spec:\n", "spec:\n  podTemplateNameRef: t\n"));
          world.await("the CronJob", () -> has(world, CronJob.class, "users"));
          var pod =
              world
                  .objects()
                  .fetch(CronJob.class, key("users"))
                  .getSpec()
                  .getJobTemplate()
                  .getSpec()
                  .getTemplate()
                  .getSpec();
          assertThat(pod.getPriorityClassName()).isEqualTo("high");
          assertThat(pod.getContainers()).hasSize(1);
          assertThat(pod.getContainers().getFirst().getImage()).isEqualTo("other");
          assertThat(pod.getContainers().getFirst().getWorkingDir()).isEqualTo("/w");
        });
  }

  private static final String TEMPLATE =
      """
      metadata: {name: t, namespace: soperator}
      template:
        metadata: {labels: {team: ours}}
        spec:
          priorityClassName: high
          containers: [{name: users, image: other, workingDir: /w}]
      """;

  @Test
  void reportsAnInvalidCheckAndContinuesOnceItIsFixed() {
    run(
        world -> {
          create(world, PLAIN.formatted("nocluster").replace("RefName: c", "RefName: d"));
          create(world, PLAIN.formatted("noimage").replace("{image: check}", "{}"));
          create(
              world, PLAIN.formatted("cron").replace("spec:\n", "spec:\n  schedule: \"61 x\"\n"));
          create(
              world,
              PLAIN.formatted("template").replace("spec:\n", "spec:\n  podTemplateNameRef: t\n"));
          create(
              world,
              PLAIN
                  .formatted("script")
                  .replace("k8sJobSpec: {", "k8sJobSpec: {scriptRefName: s, "));
          awaitWrong(world, "nocluster", "SlurmClusterNotFound", "spec.slurmClusterRefName", "d");
          awaitWrong(world, "noimage", "InvalidSpec", "spec.k8sJobSpec.jobContainer.image");
          awaitWrong(world, "cron", "InvalidCronJob", "spec.schedule", "61 x");
          awaitWrong(world, "template", "PodTemplateNotFound", "spec.podTemplateNameRef", "t");
          awaitWrong(world, "script", "ConfigMapNotFound", "spec.k8sJobSpec.scriptRefName", "s");
          assertThat(world.objects().list(CronJob.class, NAMESPACE)).isEmpty();
          world.run(Duration.ofSeconds(30));
          assertThat(world.objects().list(Event.class, NAMESPACE))
              .filteredOn(e -> "Warning".equals(e.getType()))
              .extracting(Event::getReason)
              .contains(
                  "SlurmClusterNotFound",
                  "InvalidSpec",
                  "InvalidCronJob",
                  "PodTemplateNotFound",
                  "ConfigMapNotFound");

          world
              .objects()
              .edit(ActiveCheck.class, key("cron"), c -> c.getSpec().setSchedule("1 1 1 1 *"));
          world.objects().create(yaml(PodTemplate.class, TEMPLATE));
          world
              .objects()
              .create(
                  new ConfigMapBuilder()
                      .withNewMetadata()
                      .withNamespace(NAMESPACE)
                      .withName("s")
                      .endMetadata()
                      .withData(Map.of("script.sh", "true"))
                      .build());
          for (String name : new String[] {"cron", "template", "script"}) {
            world.await(name, () -> has(world, CronJob.class, name));
            world.await(name + " ready", () -> ready(world, name).getStatus().equals("True"));
          }
        });
  }

  private static void awaitWrong(World world, String check, String reason, String... words) {
    world.await(reason, () -> ready(world, check).getReason().equals(reason));
    try {
      assertThat(ready(world, check).getMessage()).contains(words);
      assertThat(ready(world, check).getStatus()).isEqualTo("False");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void nothingIsSetUpDuringMaintenance() {
    run(
        world -> {
          world
              .objects()
              .edit(
                  SlurmCluster.class,
                  ChecksWorld.CLUSTER,
                  c -> c.getSpec().setMaintenance("downscale"));
          create(world, PLAIN.formatted("users"));
          world.run(Duration.ofMinutes(5));
          assertThat(has(world, CronJob.class, "users")).isFalse();
          assertThat(has(world, ServiceAccount.class, "c-activecheck-sa")).isFalse();
          assertThat(ready(world, "users").getReason()).isEqualTo("ClusterMaintenance");
        });
  }

  @Test
  void survivesEveryFaultAtEveryWrite() {
    var life =
        CHECKS.simulation(
            world -> {
              create(world, BY_SLURM.replace("dependsOn: [users]", "dependsOn: []"));
              world.await("the Job", () -> has(world, Job.class, "gpu-burn-initial-run"));
              world.await("ready", () -> ready(world, "gpu").getStatus().equals("True"));
              world.await(
                  "access", () -> has(world, RoleBinding.class, "c-activecheck-role-binding"));
              world.awaitSilence(Duration.ofMinutes(10));
              assertThat(world.objects().list(Job.class, NAMESPACE)).hasSize(1);
            });

    var summary =
        Sweep.of(life, "checks")
            .faults(
                Fault.KILL,
                Fault.LOSE_ANSWER,
                Fault.DROP_REQUEST,
                Fault.CONFLICT,
                Fault.SERVER_ERROR,
                Fault.CUT_WATCHES,
                Fault.DUPLICATE)
            .run();

    assertThat(summary.writes()).isGreaterThanOrEqualTo(8);
    assertThat(summary.failed()).isZero();
  }
}
