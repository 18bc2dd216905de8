package io.coxswain.kube.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PodFactoryTest {

  @Test
  @Scenario("job-6")
  void givesAnIndexedPodItsIndexInEveryWayThatProgramsLookForIt() {
    var job = JobFixture.indexed(3, 3).job;

    Pod pod = PodFactory.build(job, new PodWork.NewPod(OptionalInt.of(2), Optional.empty()));

    assertThat(pod.getMetadata().getGenerateName()).isEqualTo("j-2-");
    assertThat(pod.getMetadata().getLabels())
        .containsEntry("batch.kubernetes.io/job-completion-index", "2")
        .containsEntry("job-name", "j");
    assertThat(pod.getMetadata().getAnnotations())
        .containsOnlyKeys("batch.kubernetes.io/job-completion-index");
    assertThat(pod.getMetadata().getFinalizers())
        .containsExactly("batch.kubernetes.io/job-tracking");
    assertThat(pod.getSpec().getHostname()).isEqualTo("j-2");
    var variable = pod.getSpec().getContainers().getFirst().getEnv().getFirst();
    assertThat(variable.getName()).isEqualTo("JOB_COMPLETION_INDEX");
    assertThat(variable.getValueFrom().getFieldRef().getFieldPath())
        .isEqualTo("metadata.labels['batch.kubernetes.io/job-completion-index']");
    var owner = pod.getMetadata().getOwnerReferences().getFirst();
    assertThat(owner.getApiVersion()).isEqualTo("batch/v1");
    assertThat(owner.getKind()).isEqualTo("Job");
    assertThat(owner.getController()).isTrue();
    assertThat(owner.getBlockOwnerDeletion()).isTrue();
  }

  @Test
  void leavesRoomForTheRandomEndOfTheName() {
    var job = JobFixture.indexed(3, 3).job;
    job.getMetadata().setName("x".repeat(63));

    Pod pod = PodFactory.build(job, new PodWork.NewPod(OptionalInt.of(12), Optional.empty()));

    assertThat(pod.getMetadata().getGenerateName()).hasSize(58).endsWith("x-12-");
  }

  @Test
  void doesNotTouchTheTemplate() {
    var job = JobFixture.indexed(3, 3).job;

    PodFactory.build(
        job, new PodWork.NewPod(OptionalInt.of(2), Optional.of(new PodWork.Failures(1, 2))));

    assertThat(job).isEqualTo(JobFixture.indexed(3, 3).job);
  }
}
