package io.coxswain.kube.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.Scenario;
import io.coxswain.kube.Cluster;
import io.coxswain.sim.Network;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import org.junit.jupiter.api.Test;

/** What the Job controller relies on the server for: defaults, generated labels, refusals. */
class JobApiScenarioTest {

  private static void play(String name, Cluster.Story story) {
    Cluster.with(name, manager -> {}, story).network(Network.PROMPT).run(1);
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
                  java.util.Map.entry("job-name", "j"),
                  java.util.Map.entry("batch.kubernetes.io/job-name", "j"),
                  java.util.Map.entry("controller-uid", uid),
                  java.util.Map.entry("batch.kubernetes.io/controller-uid", uid));
          assertThat(job.getSpec().getSelector().getMatchLabels())
              .containsOnly(java.util.Map.entry("batch.kubernetes.io/controller-uid", uid));
        });
  }

  @Test
  @Scenario("job-4")
  void refusesAJobThatDoesNotSayHowItRestarts() {
    play(
        "restart policy",
        cluster ->
            assertThatThrownBy(
                    () ->
                        cluster.createJob(
                            "{template: {spec: {containers: [{name: c, image: busybox}]}}}"))
                .hasMessageContaining("\"OnFailure\", \"Never\""));
  }
}
