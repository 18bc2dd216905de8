package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.coxswain.api.ApiException;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.env.Env;
import io.coxswain.evidence.Scenario;
import io.coxswain.jobset.label.Keys;
import io.coxswain.kube.gc.GarbageCollector;
import io.coxswain.kube.job.JobController;
import io.coxswain.kube.job.JobOptions;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** JobSets together with the real Job controller and garbage collector: down to the pods. */
class WithKubeScenarioTest {

  @Test
  @Scenario("jobset-21")
  void aSuspendedJobSetHasJobsButNoPods() {
    play(
        "suspended",
        stage -> {
          stage.create("suspend: true\n" + groups(group("a", 2)));

          stage.awaitCondition("Suspended=True/SuspendedJobs");
          stage.settle();

          assertThat(stage.jobs()).hasSize(2).allMatch(OwnedJobs::suspended);
          assertThat(pods(stage)).isEmpty();
        });
  }

  @Test
  @Scenario("jobset-25")
  void resumedJobsStartAgainWithTheChangedTemplate() {
    play(
        "resumed",
        stage -> {
          stage.create(groups(group("a", 1)));
          stage.world.await("a pod", () -> pods(stage).size() == 1);
          stage.world.await(
              "a start", () -> stage.job("js-a-0").getStatus().getStartTime() != null);
          String first = stage.job("js-a-0").getStatus().getStartTime();
          stage.world.run(Duration.ofMinutes(1));

          stage.edit(js -> js.getSpec().setSuspend(true));
          stage.awaitCondition("Suspended=True/SuspendedJobs");
          stage.world.await("no pod", () -> pods(stage).isEmpty());
          stage.edit(
              js -> {
                js.getSpec().setSuspend(false);
                js.getSpec()
                    .getReplicatedJobs()
                    .getFirst()
                    .getTemplate()
                    .getSpec()
                    .getTemplate()
                    .getSpec()
                    .setNodeSelector(Map.of("zone", "z"));
              });
          stage.awaitCondition("Suspended=False/ResumeJobs");
          stage.world.await("a new pod", () -> pods(stage).size() == 1);
          stage.settle();

          assertThat(stage.job("js-a-0").getStatus().getStartTime()).isGreaterThan(first);
          assertThat(pods(stage).getFirst().getSpec().getNodeSelector())
              .containsExactly(entry("zone", "z"));
        });
  }

  @Test
  void theNodeSelectorStrategyReachesThePods() {
    play(
        "node selector",
        stage -> {
          stage.create(
              "name: js\nannotations: {%s: rack, %s: \"true\"}"
                  .formatted(Keys.EXCLUSIVE_TOPOLOGY, Keys.NODE_SELECTOR),
              groups(group("a", 2)));

          stage.world.await("pods", () -> pods(stage).size() == 2);

          for (Job job : stage.jobs()) {
            assertThat(job.getSpec().getTemplate().getSpec().getNodeSelector())
                .containsExactly(
                    entry(Keys.NAMESPACED_JOB, "default_" + job.getMetadata().getName()));
            assertThat(job.getSpec().getTemplate().getSpec().getTolerations())
                .extracting("key")
                .containsExactly(Keys.NO_SCHEDULE_TAINT);
          }
          assertThat(pods(stage)).allMatch(pod -> pod.getSpec().getAffinity() == null);
        });
  }

  @Test
  @Scenario("jobset-32")
  void everyJobAndPodNamesTheCoordinator() {
    play(
        "coordinator",
        stage -> {
          stage.create(
              "coordinator: {replicatedJob: leader, jobIndex: 0, podIndex: 0}\n"
                  + groups(group("leader", 1), group("workers", 2)));

          stage.world.await("pods", () -> pods(stage).size() == 3);

          var expected = entry("jobset.sigs.k8s.io/coordinator", "js-leader-0-0.js");
          assertThat(stage.jobs()).hasSize(3);
          for (Job job : stage.jobs()) {
            assertNamed(job.getMetadata(), expected);
          }
          for (Pod pod : pods(stage)) {
            assertNamed(pod.getMetadata(), expected);
          }
          assertThat(pods(stage))
              .extracting(pod -> pod.getSpec().getHostname() + "." + pod.getSpec().getSubdomain())
              .contains("js-leader-0-0.js");
        });
  }

  private static void assertNamed(ObjectMeta meta, Map.Entry<String, String> expected) {
    assertThat(meta.getLabels()).contains(expected);
    assertThat(meta.getAnnotations()).contains(expected);
  }

  @Test
  @Scenario("jobset-34")
  void podsThatMountAClaimGetItAndOnlyRetainedClaimsStay() {
    play(
        "claims",
        stage -> {
          JobSet jobSet =
              stage.create(
                  """
                  volumeClaimPolicies:
                  - templates:
                    - metadata: {name: data}
                      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                  - templates:
                    - metadata: {name: keep}
                      spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                    retentionPolicy: {whenDeleted: Retain}
                  replicatedJobs:
                  - name: a
                    template: {spec: {parallelism: 1, completions: 1, template: {spec: {containers: [
                      {name: c, image: i, volumeMounts: [
                        {name: data, mountPath: /d}, {name: keep, mountPath: /k}]}]}}}}
                  - name: b
                    template: {spec: {parallelism: 1, completions: 1, template: {spec: {containers: [
                      {name: c, image: i}]}}}}
                  """);

          stage.world.await("pods", () -> pods(stage).size() == 2);

          List<PersistentVolumeClaim> claims = claims(stage);
          assertThat(claims)
              .extracting(claim -> claim.getMetadata().getName())
              .containsExactly("data-js", "keep-js");
          assertThat(claims.getFirst().getMetadata().getOwnerReferences())
              .extracting("uid")
              .containsExactly(jobSet.getMetadata().getUid());
          assertThat(claims.getLast().getMetadata().getOwnerReferences()).isEmpty();
          assertThat(volumes(stage, "a")).contains("data=data-js", "keep=keep-js");
          assertThat(volumes(stage, "b")).isEmpty();
        });
  }

  @Test
  void deletingAJobSetTakesEverythingWithIt() {
    play(
        "deletion",
        stage -> {
          stage.create(groups(group("a", 2), group("b", 1)));
          stage.world.await("pods", () -> pods(stage).size() == 3);

          stage.world.objects().delete(JobSet.class, Stage.JS);

          stage.world.await(
              "nothing left",
              () ->
                  stage.jobs().isEmpty()
                      && pods(stage).isEmpty()
                      && stage.world.objects().find(Service.class, Stage.JS).isEmpty());
        });
  }

  private static void play(String name, Stage.Play play) {
    Stage.empty(name, play)
        .process("jobset", Stage.controller(Features.none(), PrometheusRegistry::new))
        .process("kube", WithKubeScenarioTest::kube)
        .run(1);
  }

  private static void kube(Env env) throws ManagerException {
    Manager manager = Manager.builder(env).name("kube").build();
    JobController.register(manager, JobOptions.byDefault());
    GarbageCollector.register(manager);
    manager.run();
  }

  private static List<Pod> pods(Stage stage) throws ApiException {
    return stage.world.objects().list(Pod.class, "default");
  }

  private static List<PersistentVolumeClaim> claims(Stage stage) throws ApiException {
    return stage.world.objects().list(PersistentVolumeClaim.class, "default");
  }

  /** {@code volume=claim} of the pods of a group. */
  private static List<String> volumes(Stage stage, String group) throws ApiException {
    return pods(stage).stream()
        .filter(pod -> group.equals(pod.getMetadata().getLabels().get(Keys.REPLICATED_JOB_NAME)))
        .flatMap(pod -> pod.getSpec().getVolumes().stream())
        .filter(volume -> volume.getPersistentVolumeClaim() != null)
        .map(
            (Volume volume) ->
                volume.getName() + "=" + volume.getPersistentVolumeClaim().getClaimName())
        .toList();
  }
}
