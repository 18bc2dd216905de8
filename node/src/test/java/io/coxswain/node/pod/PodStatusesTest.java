package io.coxswain.node.pod;

import static io.coxswain.node.pod.TestPods.NOON;
import static io.coxswain.node.pod.TestPods.exited;
import static io.coxswain.node.pod.TestPods.pod;
import static io.coxswain.node.pod.TestPods.running;
import static io.coxswain.node.pod.TestPods.unborn;
import static io.coxswain.node.pod.TestPods.withInit;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PodStatusesTest {

  @Test
  void aRunningPodIsReady() {
    PodStatus status =
        describe(pod("Always", "c"), unborn(pod("Always", "c")).with("c", running()));

    assertThat(status.getPhase()).isEqualTo("Running");
    assertThat(status.getPodIP()).isEqualTo("127.1.2.3");
    assertThat(status.getObservedGeneration()).isEqualTo(1);
    assertThat(conditions(status))
        .isEqualTo(
            "PodReadyToStartContainers=True Initialized=True Ready=True ContainersReady=True"
                + " PodScheduled=True");
    ContainerStatus container = status.getContainerStatuses().getFirst();
    assertThat(container.getReady()).isTrue();
    assertThat(container.getContainerID()).isEqualTo("process://7");
    assertThat(container.getState().getRunning().getStartedAt()).isEqualTo("2026-01-02T12:00:00Z");
  }

  @Test
  void aPodWhoseContainersSucceededHasSucceeded() {
    PodStatus status = describe(pod("Never", "c"), unborn(pod("Never", "c")).with("c", exited(0)));

    assertThat(status.getPhase()).isEqualTo("Succeeded");
    var ended = status.getContainerStatuses().getFirst().getState().getTerminated();
    assertThat(ended.getExitCode()).isZero();
    assertThat(ended.getReason()).isEqualTo("Completed");
    assertThat(ended.getFinishedAt()).isEqualTo("2026-01-02T12:00:05Z");
    assertThat(status.getConditions().get(2).getReason()).isEqualTo("PodCompleted");
  }

  @Test
  void oneFailureFailsAPodThatNeverRestarts() {
    PodLife life = unborn(pod("Never", "a", "b")).with("a", exited(3));

    assertThat(describe(pod("Never", "a", "b"), life.with("b", running())).getPhase())
        .isEqualTo("Running");
    PodStatus status = describe(pod("Never", "a", "b"), life.with("b", exited(0)));
    assertThat(status.getPhase()).isEqualTo("Failed");
    assertThat(status.getContainerStatuses().getFirst().getState().getTerminated().getReason())
        .isEqualTo("Error");
  }

  @Test
  void aContainerThatWaitsForItsRestartIsInCrashLoopBackOff() {
    PodLife life =
        unborn(pod("OnFailure", "c"))
            .with("c", exited(1))
            .with("c", c -> c.nextRun(Duration.ofSeconds(1)))
            .with("c", exited(2));

    PodStatus status = describe(pod("OnFailure", "c"), life);

    assertThat(status.getPhase()).isEqualTo("Running");
    ContainerStatus container = status.getContainerStatuses().getFirst();
    assertThat(container.getState().getWaiting().getReason()).isEqualTo("CrashLoopBackOff");
    assertThat(container.getState().getWaiting().getMessage())
        .isEqualTo("back-off 1s restarting failed container=c pod=p_default(u)");
    assertThat(container.getLastState().getTerminated().getExitCode()).isEqualTo(2);
    assertThat(container.getRestartCount()).isEqualTo(1);
    assertThat(status.getConditions().get(3).getMessage())
        .isEqualTo("containers with unready status: [c]");
  }

  @Test
  void aPodIsPendingWhileItInitializes() {
    PodBuilder pod = withInit(pod("Never", "main"), "init", "");

    PodStatus status = describe(pod, unborn(pod).with("init", running()));

    assertThat(status.getPhase()).isEqualTo("Pending");
    assertThat(conditions(status)).contains("Initialized=False");
    assertThat(status.getContainerStatuses().getFirst().getState().getWaiting().getReason())
        .isEqualTo("PodInitializing");
  }

  @Test
  void aDeletedPodEndsAsFailedWhenItsContainersWereStopped() {
    PodBuilder pod =
        pod("Always", "c")
            .editMetadata()
            .withDeletionTimestamp(NOON.plusSeconds(30).toString())
            .withDeletionGracePeriodSeconds(30L)
            .endMetadata();

    assertThat(describe(pod, unborn(pod).with("c", running())).getPhase()).isEqualTo("Running");
    assertThat(describe(pod, unborn(pod).with("c", exited(143))).getPhase()).isEqualTo("Failed");
    assertThat(describe(pod, unborn(pod).with("c", exited(0))).getPhase()).isEqualTo("Succeeded");
  }

  @Test
  void keepsTransitionTimesOfConditionsThatStayTheSame() {
    Pod pod = pod("Always", "c").build();
    PodLife life = unborn(pod("Always", "c")).with("c", running());
    PodStatuses.describe(pod, life, "127.0.0.1", "127.1.2.3", NOON);
    PodStatus before = io.coxswain.api.Json.copy(pod.getStatus());

    PodStatuses.describe(pod, life, "127.0.0.1", "127.1.2.3", NOON.plusSeconds(99));

    assertThat(pod.getStatus()).isEqualTo(before);
  }

  @Test
  void aContainerOfAnEarlierProgramCountsAsKilled() {
    Pod pod = pod("OnFailure", "c").build();
    PodStatuses.describe(
        pod, unborn(pod("OnFailure", "c")).with("c", running()), "127.0.0.1", "127.1.2.3", NOON);
    Instant later = NOON.plusSeconds(60);

    PodLife adopted = PodLife.adopt(pod, later);

    var ended = (ContainerLife.Exited) adopted.container("c").state();
    assertThat(ended.code()).isEqualTo(137);
    assertThat(ended.reason()).isEqualTo("ContainerStatusUnknown");
    assertThat(PodPlan.of(pod, adopted, later).steps())
        .containsExactly(new PodPlan.Start(pod.getSpec().getContainers().getFirst()));
  }

  private static PodStatus describe(PodBuilder builder, PodLife life) {
    Pod pod = builder.build();
    PodStatuses.describe(pod, life, "127.0.0.1", "127.1.2.3", NOON);
    return pod.getStatus();
  }

  private static String conditions(PodStatus status) {
    return String.join(
        " ", status.getConditions().stream().map(c -> c.getType() + "=" + c.getStatus()).toList());
  }
}
