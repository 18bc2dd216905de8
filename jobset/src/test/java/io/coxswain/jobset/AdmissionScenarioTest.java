package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.ApiException;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetSpec;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.evidence.Scenario;
import io.coxswain.jobset.label.Keys;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the webhooks of JobSets fill in and refuse. */
class AdmissionScenarioTest {

  @Test
  @Scenario("jobset-1")
  void storesOmittedFieldsWithTheirDefaults() {
    Admitted.play(
        "defaults",
        stage -> {
          stage.create(
              """
              replicatedJobs:
              - name: a
                template: {spec: {template: {spec: {containers: [{name: c, image: i}]}}}}
              """);

          JobSetSpec spec = stage.jobSet().getSpec();
          assertThat(Objects.requireNonNull(spec.getSuccessPolicy()).getOperator())
              .isEqualTo("All");
          assertThat(Objects.requireNonNull(spec.getStartupPolicy()).getStartupPolicyOrder())
              .isEqualTo("AnyOrder");
          assertThat(Objects.requireNonNull(spec.getNetwork()).getEnableDNSHostnames()).isTrue();
          assertThat(Objects.requireNonNull(spec.getNetwork()).getPublishNotReadyAddresses())
              .isTrue();
          assertThat(Objects.requireNonNull(spec.getNetwork()).getSubdomain()).isNull();
          ReplicatedJob a = spec.getReplicatedJobs().getFirst();
          assertThat(a.getReplicas()).isOne();
          assertThat(a.getGroupName()).isEqualTo("default");
          assertThat(a.getTemplate().getSpec().getCompletionMode()).isEqualTo("Indexed");
          assertThat(a.getTemplate().getSpec().getParallelism()).isNull();
          assertThat(a.getTemplate().getSpec().getTemplate().getSpec().getRestartPolicy())
              .isEqualTo("OnFailure");
          assertThat(spec.getSuspend()).isNull();
          assertThat(spec.getFailurePolicy()).isNull();
        });
  }

  @Test
  void zeroReplicasStayZeroAndRulesGetNames() {
    Admitted.play(
        "zero",
        stage -> {
          stage.create(
              "failurePolicy: {maxRestarts: 1, rules: [{action: FailJobSet}]}\n"
                  + groups(group("a", 0)));

          assertThat(stage.jobSet().getSpec().getReplicatedJobs().getFirst().getReplicas())
              .isZero();
          assertThat(
                  Objects.requireNonNull(stage.jobSet().getSpec().getFailurePolicy())
                      .getRules()
                      .getFirst()
                      .getName())
              .isEqualTo("failurePolicyRule0");
        });
  }

  @Test
  @Scenario("jobset-22")
  void placementMayChangeWhileSuspended() {
    Admitted.playWithKube(
        "placement",
        stage -> {
          stage.create("suspend: true\n" + groups(group("a", 2)));
          stage.awaitJobs("js-a-0", "js-a-1");

          stage.edit(js -> pods(js, AdmissionScenarioTest::place));
          stage.edit(js -> js.getSpec().setSuspend(false));
          stage.world.await(
              "resumption", () -> stage.jobs().stream().noneMatch(OwnedJobs::suspended));

          for (String name : List.of("js-a-0", "js-a-1")) {
            PodTemplateSpec template = stage.job(name).getSpec().getTemplate();
            assertThat(template.getMetadata().getLabels())
                .containsEntry("l", "1")
                .containsEntry(Keys.JOBSET_NAME, "js");
            assertThat(template.getMetadata().getAnnotations())
                .containsEntry("a", "1")
                .containsEntry(Keys.JOB_INDEX, name.substring("js-a-".length()));
            assertThat(template.getSpec().getNodeSelector()).containsEntry("zone", "z");
            assertThat(template.getSpec().getTolerations()).extracting("key").contains("spot");
            assertThat(template.getSpec().getSchedulingGates())
                .extracting("name")
                .containsExactly("example.com/quota");
          }
        });
  }

  private static void place(PodTemplateSpec template) {
    var metadata = new ObjectMeta();
    metadata.setLabels(Map.of("l", "1"));
    metadata.setAnnotations(Map.of("a", "1"));
    template.setMetadata(metadata);
    template.getSpec().setNodeSelector(Map.of("zone", "z"));
    template
        .getSpec()
        .setTolerations(
            List.of(new TolerationBuilder().withKey("spot").withOperator("Exists").build()));
    template.getSpec().setSchedulingGates(List.of(new PodSchedulingGate("example.com/quota")));
  }

  @Test
  @Scenario("jobset-23")
  void theImageMayNotChangeEvenWhileSuspended() {
    Admitted.play(
        "image",
        stage -> {
          stage.create("suspend: true\n" + groups(group("a", 1)));

          assertThatThrownBy(
                  () ->
                      stage.edit(
                          js ->
                              pods(js, t -> t.getSpec().getContainers().getFirst().setImage("x"))))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageStartingWith(
                  "admission webhook \"vjobset.kb.io\" denied the request:"
                      + " JobSet.jobset.x-k8s.io \"js\" is invalid: spec.replicatedJobs: Invalid"
                      + " value: ")
              .hasMessageEndingWith(": field is immutable")
              .satisfies(
                  e -> {
                    var status = ((ApiException) e).status();
                    assertThat(status.getReason()).isEqualTo("Invalid");
                    assertThat(status.getDetails().getCauses())
                        .singleElement()
                        .satisfies(c -> assertThat(c.getField()).isEqualTo("spec.replicatedJobs"));
                  });
        });
  }

  @Test
  @Scenario("jobset-24")
  void aRunningJobSetMayChangeItsPlacementOnlyTogetherWithSuspension() {
    Admitted.play(
        "running",
        stage -> {
          stage.create(groups(group("a", 1)));
          stage.awaitJobs("js-a-0");
          Consumer<JobSet> move =
              js -> pods(js, t -> t.getSpec().setNodeSelector(Map.of("zone", "z")));

          assertThatThrownBy(() -> stage.edit(move))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageEndingWith("field is immutable");
          stage.edit(
              js -> {
                move.accept(js);
                js.getSpec().setSuspend(true);
              });

          stage.awaitCondition("Suspended=True/SuspendedJobs");
        });
  }

  @Test
  @Scenario("jobset-33")
  void aNameThatWouldMakeJobsOrPodsTooLongIsRejected() {
    Admitted.play(
        "long names",
        stage -> {
          String sixty = "j".repeat(60);

          assertThatThrownBy(() -> stage.create("name: " + sixty, groups(group("a", 1))))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining(
                  "JobSet name is too long, job names generated for this JobSet will exceed 63"
                      + " characters");
          assertThatThrownBy(() -> stage.create("name: " + "j".repeat(58), groups(group("a", 1))))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining(
                  "JobSet name is too long, pod names generated for this JobSet will exceed 63"
                      + " characters");
          assertThat(stage.world.objects().list(JobSet.class, "default")).isEmpty();
        });
  }

  @Test
  @Scenario("jobset-35")
  void aClaimThatExistsMustBeKept() {
    Admitted.play(
        "claims",
        stage -> {
          stage
              .world
              .objects()
              .create(
                  new PersistentVolumeClaimBuilder()
                      .withNewMetadata()
                      .withNamespace("default")
                      .withName("data-js")
                      .endMetadata()
                      .withNewSpec()
                      .withAccessModes("ReadWriteOnce")
                      .withNewResources()
                      .withRequests(Map.of("storage", new Quantity("1Gi")))
                      .endResources()
                      .endSpec()
                      .build());
          stage.world.awaitIdle();
          String spec =
              """
              volumeClaimPolicies:
              - templates:
                - metadata: {name: data}
                  spec: {accessModes: [ReadWriteOnce], volumeMode: Filesystem, resources: {requests: {storage: 1Gi}}}
                retentionPolicy: {whenDeleted: %s}
              replicatedJobs:
              - name: a
                template: {spec: {template: {spec: {containers: [
                  {name: c, image: i, volumeMounts: [{name: data, mountPath: /data}]}]}}}}
              """;

          assertThatThrownBy(() -> stage.create(spec.formatted("Delete")))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining(
                  "spec.volumeClaimPolicies[0].retentionPolicy.whenDeleted: Invalid value:"
                      + " \"Delete\": retentionPolicy must be retain when PVC exists");
          stage.create(spec.formatted("Retain"));
        });
  }

  @Test
  @Scenario("jobset-36")
  void anElasticJobSetFollowsItsSizeWhileItRuns() {
    Admitted.play(
        "elastic",
        new Features(false, false, true),
        stage -> {
          stage.create(
              """
              replicatedJobs:
              - name: a
                template: {spec: {parallelism: 2, completions: 2, template: {spec: {containers: [{name: c, image: i}]}}}}
              """);
          stage.awaitJobs("js-a-0");

          stage.edit(js -> resize(js, 4, 4));
          stage.world.await(
              "four pods",
              () ->
                  stage.job("js-a-0").getSpec().getParallelism() == 4
                      && stage.job("js-a-0").getSpec().getCompletions() == 4);
          assertThatThrownBy(() -> stage.edit(js -> resize(js, 4, 3)))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining(
                  "completions must be equal to parallelism for Elastic Indexed Jobs");
          stage.complete("js-a-0");
          stage.awaitCondition("Completed=True/AllJobsCompleted");
          assertThatThrownBy(() -> stage.edit(js -> resize(js, 5, 5)))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining(
                  "spec.replicatedJobs[0].template.spec: Forbidden: Cannot mutate parallelism or"
                      + " completions when JobSet is in a terminal state (Completed or Failed)");
        });
  }

  @Test
  @Scenario("jobset-37")
  void withoutTheGateTheSizeIsImmutable() {
    Admitted.play(
        "rigid",
        stage -> {
          stage.create(groups(group("a", 1)));

          assertThatThrownBy(() -> stage.edit(js -> resize(js, 4, 4)))
              .isInstanceOf(ApiException.Invalid.class)
              .hasMessageContaining("spec.replicatedJobs: Invalid value: ")
              .hasMessageEndingWith("field is immutable");
        });
  }

  @Test
  void errorsThatBelongToNoFieldSayNil() {
    Admitted.play(
        "nil",
        stage ->
            assertThatThrownBy(
                    () ->
                        stage.create(
                            "successPolicy: {operator: All, targetReplicatedJobs: [x]}\n"
                                + groups(group("a", 1))))
                .isInstanceOf(ApiException.Invalid.class)
                .hasMessageEndingWith(
                    "is invalid: <nil>: Internal error: invalid replicatedJob name 'x' does not"
                        + " appear in .spec.ReplicatedJobs"));
  }

  private static void resize(JobSet js, int parallelism, int completions) {
    JobSpec job = js.getSpec().getReplicatedJobs().getFirst().getTemplate().getSpec();
    job.setParallelism(parallelism);
    job.setCompletions(completions);
  }

  private static void pods(JobSet js, Consumer<PodTemplateSpec> edit) {
    edit.accept(js.getSpec().getReplicatedJobs().getFirst().getTemplate().getSpec().getTemplate());
  }
}
