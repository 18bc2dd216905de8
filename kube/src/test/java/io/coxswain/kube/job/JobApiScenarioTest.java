package io.coxswain.kube.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the Job controller relies on the server for: defaults, generated labels, refusals. */
class JobApiScenarioTest {

  private static void play(String name, Cluster.Script script) {
    Cluster.with(name, manager -> {}, script).network(Network.PROMPT).run(1);
  }

  @Test
  @Scenario("job-1")
  void fillsInWhatAJobLeavesOpen() {
    play(
        "defaults",
        cluster -> {
          var spec = cluster.createJob("").getSpec();

          assertThat(spec.getParallelism()).isEqualTo(1);
          assertThat(spec.getCompletions()).isEqualTo(1);
          assertThat(spec.getBackoffLimit()).isEqualTo(6);
          assertThat(spec.getCompletionMode()).isEqualTo("NonIndexed");
          assertThat(spec.getSuspend()).isFalse();
          assertThat(spec.getPodReplacementPolicy()).isEqualTo("TerminatingOrFailed");
        });
  }

  @Test
  @Scenario("job-3")
  void labelsThePodsOfAJob() {
    play(
        "labels",
        cluster -> {
          Job job = cluster.createJob("");
          String uid = job.getMetadata().getUid();

          assertThat(job.getSpec().getTemplate().getMetadata().getLabels())
              .containsOnly(
                  Map.entry("job-name", "j"),
                  Map.entry("batch.kubernetes.io/job-name", "j"),
                  Map.entry("controller-uid", uid),
                  Map.entry("batch.kubernetes.io/controller-uid", uid));
          assertThat(job.getSpec().getSelector().getMatchLabels())
              .containsOnly(Map.entry("batch.kubernetes.io/controller-uid", uid));
        });
  }

  @Test
  @Scenario("job-4")
  void rejectsAJobWithoutRestartPolicy() {
    play(
        "restart policy",
        cluster ->
            assertThatThrownBy(
                    () ->
                        cluster.createJob(
                            "{template: {spec: {containers: [{name: c, image: busybox}]}}}"))
                .hasMessageContaining("\"OnFailure\", \"Never\""));
  }

  @Test
  @Scenario("job-2")
  void countsFailuresPerIndexOnlyWhereThereAreIndexes() {
    play(
        "per index",
        cluster -> {
          var spec =
              cluster
                  .createJob("{completionMode: Indexed, completions: 2, backoffLimitPerIndex: 1}")
                  .getSpec();
          assertThat(spec.getBackoffLimit()).isEqualTo(Integer.MAX_VALUE);

          assertThatThrownBy(() -> cluster.createJob("{backoffLimitPerIndex: 1}"))
              .hasMessageContaining("requires indexed completion mode");
        });
  }

  /** As in 1.35; from 1.36 on the resources of containers may change too. */
  @Test
  @Scenario("job-20")
  void letsASuspendedJobGoElsewhere() {
    Cluster.with(
            "elsewhere",
            manager -> JobController.register(manager, JobOptions.byDefault()),
            cluster -> {
              cluster.createJob("{suspend: true}");
              cluster.await("it is suspended", () -> !cluster.status().getConditions().isEmpty());
              cluster.editJob(spec -> select(spec, "a100"));
              assertThat(cluster.job().getSpec().getTemplate().getSpec().getNodeSelector())
                  .containsEntry("gpu", "a100");

              cluster.editJob(spec -> spec.setSuspend(false));
              cluster.await("a pod", () -> cluster.activePods().size() == 1);
              assertThat(cluster.activePods().getFirst().getSpec().getNodeSelector())
                  .containsEntry("gpu", "a100");
              assertThatThrownBy(() -> cluster.editJob(spec -> select(spec, "h100")))
                  .hasMessageContaining("field is immutable");
            })
        .network(Network.PROMPT)
        .run(1);
  }

  private static void select(JobSpec spec, String gpu) {
    spec.getTemplate().getSpec().setNodeSelector(Map.of("gpu", gpu));
  }
}
