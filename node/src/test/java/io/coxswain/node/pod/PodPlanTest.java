package io.coxswain.node.pod;

import static io.coxswain.node.pod.TestPods.NOON;
import static io.coxswain.node.pod.TestPods.exited;
import static io.coxswain.node.pod.TestPods.pod;
import static io.coxswain.node.pod.TestPods.running;
import static io.coxswain.node.pod.TestPods.unborn;
import static io.coxswain.node.pod.TestPods.withInit;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodPlanTest {

  @Test
  void startsAllContainersAtOnce() {
    PodBuilder pod = pod("Always", "a", "b");

    assertThat(started(pod.build(), unborn(pod), NOON)).containsExactly("a", "b");
  }

  @Test
  void startsInitContainersOneAfterAnother() {
    PodBuilder pod = withInit(withInit(pod("Never", "main"), "first", ""), "second", "");
    PodLife life = unborn(pod);

    assertThat(started(pod.build(), life, NOON)).containsExactly("first");
    life = life.with("first", running());
    assertThat(started(pod.build(), life, NOON)).isEmpty();
    life = life.with("first", exited(0));
    assertThat(started(pod.build(), life, NOON)).containsExactly("second");
    life = life.with("second", exited(0));
    assertThat(started(pod.build(), life, NOON)).containsExactly("main");
  }

  @Test
  void startsNothingMoreAfterAFailedInitContainerOfAPodThatNeverRestarts() {
    PodBuilder pod = withInit(pod("Never", "main"), "init", "");

    assertThat(started(pod.build(), unborn(pod).with("init", exited(1)), NOON.plusSeconds(60)))
        .isEmpty();
  }

  @Test
  void startsOthersNextToASidecarAndStopsItAfterThem() {
    PodBuilder pod = withInit(pod("Never", "main"), "side", "Always");
    PodLife life = unborn(pod).with("side", running());

    assertThat(started(pod.build(), life, NOON)).containsExactly("main");
    PodPlan plan = PodPlan.of(pod.build(), life.with("main", exited(0)), NOON);
    assertThat(plan.steps()).containsExactly(new PodPlan.Stop("side", NOON.plusSeconds(30)));
  }

  @Test
  void restartsAtOnceThenWithDoublingDelay() {
    Pod pod = pod("OnFailure", "c").build();
    Instant ended = NOON.plusSeconds(5);
    PodLife life = unborn(pod("OnFailure", "c")).with("c", exited(1));

    assertThat(started(pod, life, ended)).containsExactly("c");

    life = life.with("c", c -> c.nextRun(Duration.ofSeconds(1))).with("c", exited(1));
    assertThat(started(pod, life, ended)).isEmpty();
    assertThat(PodPlan.of(pod, life, ended).lookAgain()).contains(Duration.ofSeconds(1));
    assertThat(started(pod, life, ended.plusSeconds(1))).containsExactly("c");

    life = life.with("c", c -> c.nextRun(Duration.ofSeconds(1))).with("c", exited(1));
    assertThat(PodPlan.of(pod, life, ended).lookAgain()).contains(Duration.ofSeconds(2));
  }

  @Test
  void doesNotRestartWhatSucceededUnlessAlways() {
    PodLife life = unborn(pod("OnFailure", "c")).with("c", exited(0));

    assertThat(started(pod("OnFailure", "c").build(), life, NOON.plusSeconds(9))).isEmpty();
    assertThat(started(pod("Always", "c").build(), life, NOON.plusSeconds(9))).containsExactly("c");
  }

  @Test
  void terminatesTheContainersOfADeletedPodAndKillsThemAfterTheGracePeriod() {
    PodBuilder builder = pod("Always", "c");
    Pod pod = deleted(builder, NOON.plusSeconds(30), 30);
    PodLife life = unborn(builder).with("c", running());

    PodPlan first = PodPlan.of(pod, life, NOON);
    assertThat(first.steps()).containsExactly(new PodPlan.Stop("c", NOON.plusSeconds(30)));
    assertThat(first.lookAgain()).contains(Duration.ofSeconds(30));
    assertThat(first.delete()).isFalse();

    PodLife told = life.with("c", c -> c.killAt(NOON.plusSeconds(30)));
    assertThat(PodPlan.of(pod, told, NOON.plusSeconds(10)).steps()).isEmpty();
    assertThat(PodPlan.of(pod, told, NOON.plusSeconds(30)).steps())
        .containsExactly(new PodPlan.Kill("c"));
    assertThat(PodPlan.of(pod, told.with("c", exited(143)), NOON.plusSeconds(10)).delete())
        .isTrue();
  }

  @Test
  void leavesAPodThatOnlyWaitsForFinalizersAlone() {
    PodBuilder builder = pod("Always", "c");
    builder.editMetadata().addToFinalizers("example.com/kept").endMetadata();
    PodLife life = unborn(builder).with("c", exited(143));

    PodPlan plan = PodPlan.of(deleted(builder, NOON, 0), life, NOON.plusSeconds(60));

    assertThat(plan).isEqualTo(new PodPlan(List.of(), false, Optional.empty()));
  }

  @Test
  void deletesAgainAPodThatTheServerDidNotRemove() {
    PodBuilder builder = pod("Always", "c");
    Pod pod = deleted(builder, NOON, 0);
    PodLife life = unborn(builder).with("c", exited(143));

    assertThat(PodPlan.of(pod, life, NOON))
        .isEqualTo(new PodPlan(List.of(), false, Optional.of(Duration.ofSeconds(10))));
    assertThat(PodPlan.of(pod, life, NOON.plusSeconds(10)).delete()).isTrue();
  }

  @Test
  void failsAPodPastItsDeadline() {
    PodBuilder builder = pod("Never", "c");
    Pod pod =
        builder
            .editSpec()
            .withActiveDeadlineSeconds(10L)
            .endSpec()
            .editStatus()
            .withStartTime(NOON.toString())
            .endStatus()
            .build();
    PodLife life = unborn(builder).with("c", running());

    assertThat(PodPlan.of(pod, life, NOON.plusSeconds(4)).lookAgain())
        .contains(Duration.ofSeconds(6));
    assertThat(PodPlan.of(pod, life, NOON.plusSeconds(10)).steps())
        .containsExactly(
            new PodPlan.Condemn(
                "DeadlineExceeded",
                "Pod was active on the node longer than the specified deadline"));
  }

  @Test
  void neverStartsAnythingInAPodThatHasEnded() {
    Pod pod = pod("Always", "c").editStatus().withPhase("Failed").endStatus().build();

    assertThat(started(pod, unborn(pod("Always", "c")), NOON)).isEmpty();
  }

  private static Pod deleted(PodBuilder pod, Instant by, long grace) {
    return pod.editMetadata()
        .withDeletionTimestamp(by.toString())
        .withDeletionGracePeriodSeconds(grace)
        .endMetadata()
        .build();
  }

  @Test
  void restartsByTheRulesOfAContainerBeforeItsPolicy() {
    PodBuilder pod = withRule(pod("Never", "c"), "In", 42);
    PodBuilder opposite = withRule(pod("Never", "c"), "NotIn", 42);

    assertThat(started(pod.build(), unborn(pod).with("c", exited(42)), NOON.plusSeconds(5)))
        .containsExactly("c");
    assertThat(started(pod.build(), unborn(pod).with("c", exited(1)), NOON.plusSeconds(5)))
        .isEmpty();
    assertThat(
            started(opposite.build(), unborn(opposite).with("c", exited(1)), NOON.plusSeconds(5)))
        .containsExactly("c");
    assertThat(
            started(opposite.build(), unborn(opposite).with("c", exited(42)), NOON.plusSeconds(5)))
        .isEmpty();
  }

  private static PodBuilder withRule(PodBuilder pod, String operator, int code) {
    return pod.editSpec()
        .editContainer(0)
        .withRestartPolicy("Never")
        .addNewRestartPolicyRule()
        .withAction("Restart")
        .withNewExitCodes()
        .withOperator(operator)
        .withValues(code)
        .endExitCodes()
        .endRestartPolicyRule()
        .endContainer()
        .endSpec();
  }

  private static List<String> started(Pod pod, PodLife life, Instant now) {
    return PodPlan.of(pod, life, now).steps().stream()
        .map(step -> ((PodPlan.Start) step).container().getName())
        .toList();
  }

  @Test
  void backsOffFromOneSecondToFiveMinutes() {
    Duration delay = Duration.ZERO;
    for (int i = 0; i < 4; i++) {
      delay = RestartBackOff.after(Duration.ofSeconds(1), delay, Duration.ofSeconds(1));
    }
    assertThat(delay).isEqualTo(Duration.ofSeconds(8));
    for (int i = 0; i < 10; i++) {
      delay = RestartBackOff.after(Duration.ofSeconds(1), delay, Duration.ofSeconds(1));
    }
    assertThat(delay).isEqualTo(Duration.ofMinutes(5));
    assertThat(RestartBackOff.after(Duration.ofSeconds(1), delay, Duration.ofMinutes(10)))
        .isEqualTo(Duration.ofSeconds(1));
  }
}
