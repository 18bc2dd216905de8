package io.coxswain.node.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.env.Env;
import io.coxswain.node.pod.TestPods;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StageFileTest {

  private static Stages read(String yaml) throws StageFileException {
    return StageFile.read("stages.yaml", yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static Stages.@Nullable Chosen choose(
      Stages stages, Stage.State state, Pod pod, int restarts) {
    return stages.choose(
        state,
        pod,
        pod.getSpec().getContainers().getFirst(),
        false,
        restarts,
        Env.production().entropy());
  }

  @Test
  void selectsStagesByLabelsAndRestarts() throws Exception {
    Stages stages =
        read(
            """
            stages:
            - name: crash-twice
              from: ready
              selector: {matchLabels: {app: web}, restarts: {max: 1}}
              delay: 10s
              next: {exit: {code: 137, reason: OOMKilled}}
            """);
    Pod web = TestPods.pod("Always", "c").build();
    web.getMetadata().setLabels(Map.of("app", "web"));

    assertThat(choose(stages, Stage.State.READY, web, 1))
        .isEqualTo(
            new Stages.Chosen(new Stage.Next.Exited(137, "OOMKilled", ""), Duration.ofSeconds(10)));
    assertThat(choose(stages, Stage.State.READY, web, 2)).isNull();
    assertThat(choose(stages, Stage.State.READY, TestPods.pod("Always", "c").build(), 0)).isNull();
  }

  @Test
  void usesDefaultStagesIfNoneMatches() throws Exception {
    Stages stages = read("stages: []");

    assertThat(choose(stages, Stage.State.WAITING, TestPods.pod("Always", "c").build(), 0))
        .isEqualTo(new Stages.Chosen(new Stage.Next.Started(), Duration.ZERO));
  }

  @Test
  void annotationsTakePrecedenceOverStages() throws Exception {
    Stages stages = read("stages: [{name: x, from: ready, delay: 1h, next: {exit: {code: 1}}}]");
    Pod pod = TestPods.pod("Never", "c").build();
    pod.getMetadata()
        .setAnnotations(
            Map.of(
                "simulated.coxswain.io/run-for", "5s", "simulated.coxswain.io/exit-code.c", "3"));

    assertThat(choose(stages, Stage.State.READY, pod, 0))
        .isEqualTo(new Stages.Chosen(new Stage.Next.Exited(3, "Error", ""), Duration.ofSeconds(5)));
  }

  @Test
  void reportsErrorsWithTheirPosition() {
    assertThatThrownBy(() -> read("stages: [{name: x, from: ready, next: {exit: {kode: 1}}}]"))
        .hasMessage(
            "stages.yaml: stages[0].next.exit.kode is an unknown field; known fields: code, reason,"
                + " message");
    assertThatThrownBy(() -> read("stages: [{name: x, from: asleep, next: {ready: {}}}]"))
        .hasMessage(
            "stages.yaml: stages[0].from must be waiting, started, ready or stopping, not"
                + " \"asleep\"");
    assertThatThrownBy(
            () -> read("stages: [{name: x, from: ready, delay: soon, next: {ready: {}}}]"))
        .hasMessage("stages.yaml: stages[0].delay must be a duration such as 1m30s, not \"soon\"");
    assertThatThrownBy(() -> read("stages: [{name: x, from: ready, next: {}}]"))
        .hasMessageContaining("must be one of");
  }
}
