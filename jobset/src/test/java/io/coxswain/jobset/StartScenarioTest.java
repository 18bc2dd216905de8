package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.coxswain.evidence.Scenario;
import io.coxswain.jobset.label.Keys;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When Jobs of a group start, and how they are suspended and resumed. */
class StartScenarioTest {

  @Test
  @Scenario("jobset-19")
  void startsGroupsInOrder() {
    Stage.play(
        "in order",
        stage -> {
          stage.create(
              "startupPolicy: {startupPolicyOrder: InOrder}\n"
                  + groups(group("a", 1), group("b", 1)));
          stage.awaitCondition("StartupPolicyInProgress=True/InOrderStartupPolicyInProgress");
          stage.settle();
          assertThat(stage.jobNames()).containsExactly("js-a-0");

          stage.ready("js-a-0");
          stage.awaitJobs("js-a-0", "js-b-0");
          stage.ready("js-b-0");
          stage.awaitCondition("StartupPolicyCompleted=True/InOrderStartupPolicyCompleted");

          assertThat(stage.conditions())
              .containsExactly(
                  "StartupPolicyInProgress=False/InOrderStartupPolicyInProgress",
                  "StartupPolicyCompleted=True/InOrderStartupPolicyCompleted");
        });
  }

  @Test
  @Scenario("jobset-20")
  void aGroupWaitsForWhatItDependsOnWhileOthersStart() {
    Stage.play(
        "depends on",
        stage -> {
          stage.create(
              groups(
                  group("a", 2),
                  group("b", 1) + "  dependsOn: [{name: a, status: Complete}]\n",
                  group("c", 1)));
          stage.awaitJobs("js-a-0", "js-a-1", "js-c-0");

          stage.complete("js-a-0");
          stage.settle();
          assertThat(stage.jobNames()).doesNotContain("js-b-0");
          stage.complete("js-a-1");

          stage.awaitJobs("js-a-0", "js-a-1", "js-b-0", "js-c-0");
        });
  }

  @Test
  void keepsChangesMadeWhileSuspended() {
    Stage.play(
        "changed while suspended",
        stage -> {
          stage.create(
              """
              suspend: true
              replicatedJobs:
              - name: a
                template: {spec: {parallelism: 1, completions: 1, template: {
                  metadata: {labels: {old: "1"}},
                  spec: {nodeSelector: {old: "1"}, containers: [{name: c, image: i}]}}}}
              """);
          stage.awaitCondition("Suspended=True/SuspendedJobs");
          assertThat(stage.job("js-a-0").getSpec().getSuspend()).isTrue();

          stage.edit(
              js -> {
                PodTemplateSpec pods =
                    js.getSpec()
                        .getReplicatedJobs()
                        .getFirst()
                        .getTemplate()
                        .getSpec()
                        .getTemplate();
                pods.setMetadata(
                    new ObjectMetaBuilder()
                        .addToLabels("new", "2")
                        .addToAnnotations("note", "2")
                        .build());
                pods.getSpec().setNodeSelector(Map.of("new", "2"));
                pods.getSpec()
                    .setTolerations(
                        List.of(
                            new TolerationBuilder().withKey("t").withOperator("Exists").build()));
                pods.getSpec().setSchedulingGates(List.of(new PodSchedulingGate("g")));
              });
          stage.edit(js -> js.getSpec().setSuspend(false));
          stage.awaitCondition("Suspended=False/ResumeJobs");

          assertThat(stage.job("js-a-0").getSpec().getSuspend()).isFalse();
          PodTemplateSpec pods = stage.job("js-a-0").getSpec().getTemplate();
          assertThat(pods.getMetadata().getLabels())
              .contains(entry("old", "1"), entry("new", "2"), entry(Keys.JOBSET_NAME, "js"));
          assertThat(pods.getMetadata().getAnnotations()).contains(entry("note", "2"));
          assertThat(pods.getSpec().getNodeSelector())
              .contains(entry("old", "1"), entry("new", "2"));
          assertThat(pods.getSpec().getTolerations()).extracting("key").containsExactly("t");
          assertThat(pods.getSpec().getSchedulingGates()).extracting("name").containsExactly("g");
        });
  }

  @Test
  void suspendingAndResumingARunningJobSetForgetsTheStartOfItsJobs() {
    Stage.play(
        "suspend and resume",
        stage -> {
          stage.create(groups(group("a", 2)));
          stage.awaitJobs("js-a-0", "js-a-1");
          stage.ready("js-a-0");
          stage.ready("js-a-1");

          stage.edit(js -> js.getSpec().setSuspend(true));
          stage.awaitCondition("Suspended=True/SuspendedJobs");
          assertThat(stage.jobs()).allMatch(OwnedJobs::suspended);
          stage.edit(js -> js.getSpec().setSuspend(false));
          stage.awaitCondition("Suspended=False/ResumeJobs");

          assertThat(stage.jobs()).noneMatch(OwnedJobs::suspended);
          assertThat(stage.jobs()).allMatch(job -> job.getStatus().getStartTime() == null);
        });
  }
}
