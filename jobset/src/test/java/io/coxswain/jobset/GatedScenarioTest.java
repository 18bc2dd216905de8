package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import io.coxswain.jobset.label.Keys;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What upstream's alpha gates add. */
class GatedScenarioTest {

  @Test
  @Scenario("jobset-40")
  void podsThatRestartInPlaceMeetAtTheSameAttempt() {
    Stage.play(
        "in place",
        new Features(true, false, false),
        stage -> {
          stage.create(
              """
              failurePolicy: {maxRestarts: 3, restartStrategy: InPlaceRestart}
              replicatedJobs:
              - name: a
                template: {spec: {
                  parallelism: 4, completions: 4, backoffLimit: 2147483647,
                  podReplacementPolicy: Failed,
                  template: {spec: {containers: [{name: c, image: i}]}}}}
              """);
          stage.awaitJobs("js-a-0");
          for (String attempt : List.of("0", "0", "0", "1")) {
            stage.world.objects().create(pod(stage, attempt));
          }
          stage.world.await(
              "the attempts before to be over",
              () -> Integer.valueOf(0).equals(stage.status().getPreviousInPlaceRestartAttempt()));
          assertThat(stage.status().getCurrentInPlaceRestartAttempt()).isNull();

          for (Pod pod : stage.world.objects().list(Pod.class, "default")) {
            pod.getMetadata().getAnnotations().put(Keys.IN_PLACE_RESTART_ATTEMPT, "1");
            stage.world.objects().update(pod);
          }

          stage.world.await(
              "all at the next",
              () -> Integer.valueOf(1).equals(stage.status().getCurrentInPlaceRestartAttempt()));
          assertThat(stage.status().getPreviousInPlaceRestartAttempt()).isZero();
        });
  }

  private static Pod pod(Stage stage, String attempt) throws Exception {
    return new PodBuilder()
        .withNewMetadata()
        .withGenerateName("js-a-0-")
        .withNamespace("default")
        .addToLabels(Keys.JOBSET_NAME, "js")
        .addToAnnotations(Keys.IN_PLACE_RESTART_ATTEMPT, attempt)
        .endMetadata()
        .withSpec(stage.job("js-a-0").getSpec().getTemplate().getSpec())
        .build();
  }

  @Test
  void activeJobsFollowAChangeOfTheirSize() {
    Stage.play(
        "elastic",
        new Features(false, false, true),
        stage -> {
          stage.create(
              groups(
                  """
                  - name: a
                    replicas: 2
                    template: {spec: {parallelism: 2, completions: 2, template: {spec: {containers: [{name: c, image: i}]}}}}
                  """));
          stage.awaitJobs("js-a-0", "js-a-1");
          stage.complete("js-a-1");

          stage.edit(
              js -> {
                var job = js.getSpec().getReplicatedJobs().getFirst().getTemplate().getSpec();
                job.setParallelism(4);
                job.setCompletions(4);
              });
          stage.world.await("four pods", () -> stage.job("js-a-0").getSpec().getParallelism() == 4);
          stage.settle();

          assertThat(stage.job("js-a-0").getSpec().getCompletions()).isEqualTo(4);
          assertThat(stage.job("js-a-1").getSpec().getParallelism()).isEqualTo(2);
        });
  }

  @Test
  void withoutTheGateSizesStay() {
    Stage.play(
        "not elastic",
        stage -> {
          stage.create(groups(group("a", 1)));
          stage.awaitJobs("js-a-0");

          stage.edit(
              js -> {
                var job = js.getSpec().getReplicatedJobs().getFirst().getTemplate().getSpec();
                job.setParallelism(4);
                job.setCompletions(4);
              });
          stage.settle();

          assertThat(stage.job("js-a-0").getSpec().getParallelism()).isEqualTo(1);
        });
  }
}
