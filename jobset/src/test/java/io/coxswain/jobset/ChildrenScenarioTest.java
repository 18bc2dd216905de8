package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.jobset.JobSetStatus;
import io.coxswain.evidence.Scenario;
import io.coxswain.jobset.label.Keys;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import org.junit.jupiter.api.Test;

/** What a JobSet makes, on the embedded server. */
class ChildrenScenarioTest {

  @Test
  @Scenario("jobset-2")
  void numbersJobsThroughAllGroups() {
    Stage.play(
        "numbering",
        stage -> {
          stage.create(groups(group("a", 2), group("b", 3)));

          stage.awaitJobs("js-a-0", "js-a-1", "js-b-0", "js-b-1", "js-b-2");

          assertThat(stage.jobs())
              .extracting(job -> job.getMetadata().getLabels().get(Keys.JOB_GLOBAL_INDEX))
              .containsExactly("0", "1", "2", "3", "4");
          assertThat(stage.jobs())
              .extracting(job -> job.getMetadata().getLabels().get(Keys.GLOBAL_REPLICAS))
              .containsOnly("5");
        });
  }

  @Test
  @Scenario("jobset-3")
  void numbersJobsWithinTheirGroupName() {
    Stage.play(
        "group names",
        stage -> {
          stage.create(
              groups(
                  group("a", 2) + "  groupName: g1\n",
                  group("b", 1) + "  groupName: g2\n",
                  group("c", 1) + "  groupName: g1\n"));

          stage.awaitJobs("js-a-0", "js-a-1", "js-b-0", "js-c-0");

          assertThat(stage.job("js-c-0").getMetadata().getLabels())
              .contains(entry(Keys.JOB_GROUP_INDEX, "2"), entry(Keys.GROUP_REPLICAS, "3"));
        });
  }

  @Test
  @Scenario({"jobset-4", "jobset-5"})
  void makesItsServiceAgainWhenItIsDeleted() {
    Stage.play(
        "service",
        stage -> {
          JobSet jobSet = stage.create(groups(group("a", 1)));
          stage.world.await(
              "the service", () -> stage.world.objects().find(Service.class, Stage.JS).isPresent());

          Service service = stage.world.objects().fetch(Service.class, Stage.JS);
          assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
          assertThat(service.getSpec().getPorts()).isEmpty();
          assertThat(service.getSpec().getSelector())
              .containsExactly(entry(Keys.JOBSET_NAME, "js"));
          assertThat(service.getMetadata().getOwnerReferences())
              .singleElement()
              .satisfies(
                  owner -> {
                    assertThat(owner.getUid()).isEqualTo(jobSet.getMetadata().getUid());
                    assertThat(owner.getController()).isTrue();
                  });
          stage.world.objects().delete(Service.class, Stage.JS);

          stage.world.await(
              "a new service",
              () ->
                  stage
                      .world
                      .objects()
                      .find(Service.class, Stage.JS)
                      .filter(s -> !s.getMetadata().getUid().equals(service.getMetadata().getUid()))
                      .isPresent());
        });
  }

  @Test
  @Scenario("jobset-6")
  void aGeneratedNameIsTheServiceAndTheSubdomain() {
    Stage.play(
        "generated name",
        stage -> {
          String name =
              stage.create("generateName: run-", groups(group("a", 1))).getMetadata().getName();
          assertThat(name).startsWith("run-").hasSize(9);

          stage.awaitJobs(name + "-a-0");

          assertThat(stage.job(name + "-a-0").getSpec().getTemplate().getSpec().getSubdomain())
              .isEqualTo(name);
          assertThat(stage.world.objects().find(Service.class, ObjectKey.of("default", name)))
              .isPresent();
        });
  }

  @Test
  @Scenario("jobset-7")
  void withoutDnsHostnamesThereIsNoServiceAndNoSubdomain() {
    Stage.play(
        "no network",
        stage -> {
          stage.create("network: {enableDNSHostnames: false}\n" + groups(group("a", 1)));

          stage.awaitJobs("js-a-0");
          stage.settle();

          assertThat(stage.world.objects().find(Service.class, Stage.JS)).isEmpty();
          assertThat(stage.job("js-a-0").getSpec().getTemplate().getSpec().getSubdomain()).isNull();
        });
  }

  @Test
  @Scenario("jobset-27")
  void ignoresJobSetsOfAnotherManager() {
    Stage.play(
        "managed elsewhere",
        stage -> {
          stage.create("managedBy: acme.io/x\nsuspend: true\n" + groups(group("a", 1)));
          stage.settle();
          assertThat(stage.jobs()).isEmpty();

          stage.edit(js -> js.getSpec().setSuspend(false));
          JobSet edited = stage.jobSet();
          var status = new JobSetStatus();
          status.setRestarts(7);
          edited.setStatus(status);
          stage.world.objects().updateStatus(edited);
          stage.settle();

          assertThat(stage.jobs()).isEmpty();
          assertThat(stage.world.objects().find(Service.class, Stage.JS)).isEmpty();
          assertThat(stage.status().getRestarts()).isEqualTo(7);
        });
  }

  @Test
  @Scenario("jobset-28")
  void doesNotTouchJobsOfAnotherJobSetOfTheSameName() {
    Stage.play(
        "foreign job",
        stage -> {
          stage.create("failurePolicy: {maxRestarts: 1}\n" + groups(group("a", 1)));
          stage.awaitJobs("js-a-0");
          Job foreign = stage.job("js-a-0");
          foreign.getMetadata().setName("js-a-9");
          foreign.getMetadata().setUid(null);
          foreign.getMetadata().setResourceVersion(null);
          foreign.getSpec().setSelector(null);
          foreign
              .getSpec()
              .getTemplate()
              .getMetadata()
              .getLabels()
              .keySet()
              .removeIf(key -> key.contains("controller-uid") || key.contains("job-name"));
          foreign
              .getMetadata()
              .getLabels()
              .keySet()
              .removeIf(key -> key.contains("controller-uid") || key.contains("job-name"));
          foreign.getMetadata().getOwnerReferences().getFirst().setUid("another");
          stage.hold(stage.world.objects().create(foreign));

          stage.complete("js-a-9");
          stage.settle();
          assertThat(stage.conditions()).isEmpty();
          stage.fail("js-a-0");
          stage.awaitCondition("RestartingJobSet=True/DefaultFailurePolicy");
          stage.settle();

          assertThat(stage.status().getReplicatedJobsStatus().getFirst().getSucceeded()).isZero();
          assertThat(stage.label("js-a-0", Keys.RESTART_ATTEMPT)).isEqualTo("1");
          assertThat(stage.label("js-a-9", Keys.RESTART_ATTEMPT)).isEqualTo("0");
        });
  }

  @Test
  @Scenario("jobset-38")
  void recordsAnEventForARejectedTemplate() {
    Stage.play(
        "bad template",
        stage -> {
          stage.create(
              """
              replicatedJobs:
              - name: a
                template: {spec: {template: {spec: {restartPolicy: Always, containers: [{name: c, image: i}]}}}}
              """);

          stage.world.await(
              "an event",
              () -> stage.events().stream().anyMatch(e -> e.startsWith("JobCreationFailed: ")));

          assertThat(stage.events())
              .anyMatch(e -> e.startsWith("JobCreationFailed: job \"js-a-0\" creation failed"));
          assertThat(stage.jobSet().getStatus()).isNull();
        });
  }

  @Test
  void anInvalidSpecThatAdmissionNeverSawRunsWithAWarning() {
    Stage.play(
        "invalid",
        stage -> {
          stage.create(
              "successPolicy: {operator: All, targetReplicatedJobs: [x]}\n"
                  + "coordinator: {replicatedJob: y}\n"
                  + groups(
                      group("a", 2), group("b", 1) + "  dependsOn: [{name: z, status: Ready}]\n"));
          stage.awaitJobs("js-a-0", "js-a-1");
          stage.settle();

          assertThat(stage.jobNames()).containsExactly("js-a-0", "js-a-1");
          assertThat(stage.events())
              .anyMatch(
                  e ->
                      e.startsWith("InvalidSpec: JobSet.jobset.x-k8s.io \"js\" is invalid: ")
                          && e.contains("invalid replicatedJob name 'x'"));

          stage.complete("js-a-0"); // of x, which has no Jobs, all have succeeded
          stage.settle();
          assertThat(stage.conditions()).contains("Completed=True/AllJobsCompleted");
        });
  }
}
