package io.coxswain.jobset;

import static io.coxswain.jobset.Fixtures.group;
import static io.coxswain.jobset.Fixtures.groups;
import static io.coxswain.jobset.Fixtures.jobSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.coxswain.api.jobset.JobSet;
import io.coxswain.jobset.Fixtures.Pretend;
import io.coxswain.jobset.label.Keys;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChildrenTest {

  @Test
  void numbersJobsThroughAllGroups() {
    var world = new Pretend(jobSet(groups(group("a", 2), group("b", 3))));

    world.pass();

    assertThat(world.jobs.keySet())
        .containsExactly("js-a-0", "js-a-1", "js-b-0", "js-b-1", "js-b-2");
    assertThat(world.jobs.values())
        .extracting(job -> job.getMetadata().getLabels().get(Keys.JOB_GLOBAL_INDEX))
        .containsExactly("0", "1", "2", "3", "4");
    assertThat(world.jobs.values())
        .extracting(job -> job.getMetadata().getLabels().get(Keys.GLOBAL_REPLICAS))
        .containsOnly("5");
  }

  @Test
  void numbersJobsWithinTheirGroupName() {
    String spec =
        groups(
            group("a", 2) + "  groupName: g1\n",
            group("b", 1) + "  groupName: g2\n",
            group("c", 1) + "  groupName: g1\n");
    var world = new Pretend(jobSet(spec));

    world.pass();

    assertThat(world.job("js-c-0").getMetadata().getLabels())
        .contains(entry(Keys.JOB_GROUP_INDEX, "2"), entry(Keys.GROUP_REPLICAS, "3"));
  }

  @Test
  void writesTheSameKeysAsLabelsAndAnnotationsOnJobAndPods() {
    JobSet jobSet = jobSet(groups(group("rj", 1)));
    var world = new Pretend(jobSet);

    world.pass();

    Job job = world.job("js-rj-0");
    assertThat(job.getMetadata().getLabels())
        .containsExactly(
            entry("jobset.sigs.k8s.io/jobset-name", "js"),
            entry("jobset.sigs.k8s.io/jobset-uid", "uid-1"),
            entry("jobset.sigs.k8s.io/replicatedjob-name", "rj"),
            entry("jobset.sigs.k8s.io/replicatedjob-replicas", "1"),
            entry("jobset.sigs.k8s.io/global-replicas", "1"),
            entry("jobset.sigs.k8s.io/job-index", "0"),
            entry("jobset.sigs.k8s.io/job-global-index", "0"),
            entry("jobset.sigs.k8s.io/job-key", "fe2d1d31463b1f8d34562cdccf8df683f29fbbd8"),
            entry("jobset.sigs.k8s.io/group-name", "default"),
            entry("jobset.sigs.k8s.io/group-replicas", "1"),
            entry("jobset.sigs.k8s.io/job-group-index", "0"),
            entry("jobset.sigs.k8s.io/restart-attempt", "0"));
    assertThat(job.getMetadata().getAnnotations()).isEqualTo(job.getMetadata().getLabels());
    assertThat(job.getSpec().getTemplate().getMetadata().getLabels())
        .isEqualTo(job.getMetadata().getLabels());
    assertThat(job.getSpec().getTemplate().getMetadata().getAnnotations())
        .isEqualTo(job.getMetadata().getLabels());
  }

  @Test
  void buildsJobsFromTheTemplateWithDefaults() {
    var world = new Pretend(jobSet(groups(group("rj", 1))));

    world.pass();

    Job job = world.job("js-rj-0");
    assertThat(job.getSpec().getCompletionMode()).isEqualTo("Indexed");
    assertThat(job.getSpec().getSuspend()).isFalse();
    assertThat(job.getSpec().getTemplate().getSpec().getRestartPolicy()).isEqualTo("OnFailure");
    assertThat(job.getSpec().getTemplate().getSpec().getSubdomain()).isEqualTo("js");
    OwnerReference owner = job.getMetadata().getOwnerReferences().getFirst();
    assertThat(owner.getApiVersion()).isEqualTo("jobset.x-k8s.io/v1alpha2");
    assertThat(owner.getUid()).isEqualTo("uid-1");
    assertThat(owner.getController()).isTrue();
    assertThat(owner.getBlockOwnerDeletion()).isTrue();
  }

  @Test
  void userLabelsStayButCannotReplaceOurs() {
    JobSet jobSet = jobSet(groups(group("rj", 1)));
    var template = jobSet.getSpec().getReplicatedJobs().getFirst().getTemplate();
    template.setMetadata(
        new ObjectMetaBuilder()
            .withName("ignored")
            .addToLabels("team", "blue")
            .addToLabels(Keys.JOBSET_NAME, "other")
            .build());
    var world = new Pretend(jobSet);

    world.pass();

    assertThat(world.job("js-rj-0").getMetadata().getLabels())
        .contains(entry("team", "blue"), entry(Keys.JOBSET_NAME, "js"));
  }

  @Test
  void makesOneHeadlessServiceWithoutPortsOrLabels() {
    JobSetPlan plan = new Pretend(jobSet(groups(group("rj", 1)))).plan();

    Service service = ((Action.CreateService) plan.actions().getFirst()).service();
    assertThat(service.getMetadata().getName()).isEqualTo("js");
    assertThat(service.getMetadata().getLabels()).isEmpty();
    assertThat(service.getMetadata().getOwnerReferences()).hasSize(1);
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(service.getSpec().getPorts()).isEmpty();
    assertThat(service.getSpec().getSelector()).containsExactly(entry(Keys.JOBSET_NAME, "js"));
    assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
  }

  @Test
  void withoutDnsHostnamesThereIsNoServiceAndNoSubdomain() {
    var world =
        new Pretend(jobSet("network: {enableDNSHostnames: false}\n" + groups(group("rj", 1))));

    world.pass();

    assertThat(world.service).isFalse();
    assertThat(world.job("js-rj-0").getSpec().getTemplate().getSpec().getSubdomain()).isNull();
  }

  @Test
  void everyJobAndPodNamesTheCoordinator() {
    var world =
        new Pretend(
            jobSet(
                "coordinator: {replicatedJob: leader}\n"
                    + groups(group("leader", 1), group("workers", 2))));

    world.pass();

    assertThat(world.jobs).hasSize(3);
    for (Job job : world.jobs.values()) {
      var expected = entry(Keys.COORDINATOR, "js-leader-0-0.js");
      assertThat(job.getMetadata().getLabels()).contains(expected);
      assertThat(job.getMetadata().getAnnotations()).contains(expected);
      assertThat(job.getSpec().getTemplate().getMetadata().getLabels()).contains(expected);
      assertThat(job.getSpec().getTemplate().getMetadata().getAnnotations()).contains(expected);
    }
  }

  @Test
  void theNodeSelectorStrategyBindsJobsToLabelledNodes() {
    JobSet jobSet = jobSet(groups(group("rj", 2)));
    jobSet
        .getMetadata()
        .setAnnotations(Map.of(Keys.EXCLUSIVE_TOPOLOGY, "rack", Keys.NODE_SELECTOR, "true"));
    var world = new Pretend(jobSet);

    world.pass();

    var pod = world.job("js-rj-1").getSpec().getTemplate();
    assertThat(pod.getSpec().getNodeSelector())
        .containsExactly(entry("alpha.jobset.sigs.k8s.io/namespaced-job", "default_js-rj-1"));
    assertThat(pod.getSpec().getTolerations())
        .singleElement()
        .satisfies(
            toleration -> {
              assertThat(toleration.getKey()).isEqualTo("alpha.jobset.sigs.k8s.io/no-schedule");
              assertThat(toleration.getOperator()).isEqualTo("Exists");
              assertThat(toleration.getEffect()).isEqualTo("NoSchedule");
            });
    assertThat(pod.getMetadata().getAnnotations()).containsEntry(Keys.EXCLUSIVE_TOPOLOGY, "rack");
    assertThat(pod.getMetadata().getLabels()).doesNotContainKey(Keys.EXCLUSIVE_TOPOLOGY);
  }

  @Test
  void claimsAreOwnedUnlessRetainedAndMountedWhereNamed() {
    String spec =
        """
        volumeClaimPolicies:
        - templates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce]}}]
        - templates: [{metadata: {name: keep}}]
          retentionPolicy: {whenDeleted: Retain}
        replicatedJobs:
        - name: a
          template: {spec: {template: {spec: {containers: [
            {name: c, volumeMounts: [{name: data, mountPath: /d}, {name: keep, mountPath: /k}]}]}}}}
        - name: b
          template: {spec: {template: {spec: {containers: [{name: c}]}}}}
        """;
    var world = new Pretend(jobSet(spec));

    List<PersistentVolumeClaim> claims =
        world.plan().actions().stream()
            .filter(Action.CreateClaims.class::isInstance)
            .flatMap(action -> ((Action.CreateClaims) action).claims().stream())
            .toList();
    world.pass();

    assertThat(claims)
        .extracting(claim -> claim.getMetadata().getName())
        .containsExactly("data-js", "keep-js");
    assertThat(claims)
        .extracting(claim -> claim.getMetadata().getOwnerReferences().size())
        .containsExactly(1, 0);
    assertThat(world.job("js-a-0").getSpec().getTemplate().getSpec().getVolumes())
        .extracting(Volume::getName)
        .containsExactly("data", "keep");
    assertThat(world.job("js-b-0").getSpec().getTemplate().getSpec().getVolumes()).isEmpty();
  }
}
