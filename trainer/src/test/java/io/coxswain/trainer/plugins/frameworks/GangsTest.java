package io.coxswain.trainer.plugins.frameworks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.coxswain.api.Json;
import io.coxswain.api.scheduling.CoschedulingPodGroup;
import io.coxswain.api.scheduling.VolcanoPodGroup;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.evidence.Scenario;
import io.coxswain.trainer.Manifests;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.Children;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClassBuilder;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** PodGroups for the schedulers that know gangs. */
class GangsTest {

  @Test
  @Scenario("trainer-22")
  void coschedulingCountsAllPodsAndWhatTheyRequest() {
    ClusterTrainingRuntime runtime =
        Yaml.read(
            ClusterTrainingRuntime.class,
            """
            metadata: {name: gang}
            spec:
              mlPolicy: {numNodes: 1, torch: {}}
              podGroupPolicy: {coscheduling: {scheduleTimeoutSeconds: 100}}
              template:
                spec:
                  replicatedJobs:
                  - name: dataset-initializer
                    template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}, spec: {template: {spec: {containers: [{name: dataset-initializer, resources: {requests: {cpu: 1, memory: 4Gi}}}]}}}}
                  - name: model-initializer
                    template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: model-initializer}}, spec: {template: {spec: {containers: [{name: model-initializer, resources: {requests: {cpu: 1, memory: 4Gi}}}]}}}}
                  - name: node
                    template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}, spec: {template: {spec: {containers: [{name: node, resources: {requests: {cpu: 1, memory: 4Gi}}}]}}}}
            """);
    TrainJob job = Built.job("big", "gang", "trainer: {numNodes: 100}");

    Built built = Built.of(job, runtime, Children.none());

    CoschedulingPodGroup group = built.one(CoschedulingPodGroup.class, "big");
    assertThat(Json.tree((Object) group.getSpec()))
        .isEqualTo(
            Yaml.tree(
                "{minMember: 102, minResources: {cpu: \"102\", memory: 408Gi}, scheduleTimeoutSeconds: 100}"));
    assertThat(built.jobSet().getSpec().getReplicatedJobs())
        .hasSize(3)
        .allSatisfy(
            r ->
                assertThat(r.getTemplate().getSpec().getTemplate().getMetadata().getLabels())
                    .contains(entry("scheduling.x-k8s.io/pod-group", "big")));
    assertThat(Built.of(job, runtime, Children.of(group)).objects())
        .noneMatch(CoschedulingPodGroup.class::isInstance);
    job.getSpec().setSuspend(true);
    assertThat(Built.of(job, runtime, Children.of(group)).objects())
        .anyMatch(CoschedulingPodGroup.class::isInstance);
  }

  @Test
  void volcanoGetsQueueAndResources() throws IOException {
    String file = "torch-volcano.yaml";
    TrainJob job = Manifests.object(file, TrainJob.class);
    job.getMetadata().setNamespace("default");
    job.getMetadata().setUid("uid-1");
    ClusterTrainingRuntime runtime = Manifests.object(file, ClusterTrainingRuntime.class);

    Built built = Built.of(job, runtime, Children.none());

    VolcanoPodGroup group = built.one(VolcanoPodGroup.class, "volcano-example");
    assertThat(group.getSpec().getMinMember()).isEqualTo(4);
    assertThat(group.getSpec().getQueue()).isEqualTo("research");
    assertThat(Json.tree((Object) group.getSpec()).path("minResources"))
        .isEqualTo(Yaml.tree("{cpu: \"4\", memory: 8Gi}"));
    assertThat(
            built
                .replicated("node")
                .getTemplate()
                .getSpec()
                .getTemplate()
                .getMetadata()
                .getAnnotations())
        .contains(entry("scheduling.k8s.io/group-name", "volcano-example"));
  }

  @Test
  void volcanoWantsAQueueNameAndPriorityClassesThatExist() throws IOException {
    String file = "torch-volcano.yaml";
    TrainJob job = Manifests.object(file, TrainJob.class);
    job.getMetadata().setNamespace("default");
    ClusterTrainingRuntime runtime = Manifests.object(file, ClusterTrainingRuntime.class);
    runtime
        .getSpec()
        .getTemplate()
        .getMetadata()
        .getAnnotations()
        .put("scheduling.volcano.sh/queue-name", "");
    runtime
        .getSpec()
        .getTemplate()
        .getSpec()
        .getReplicatedJobs()
        .getFirst()
        .getTemplate()
        .getSpec()
        .getTemplate()
        .getSpec()
        .setPriorityClassName("high");

    assertThat(Built.errors(job, runtime, Children.none()))
        .containsExactly(
            "spec.annotations[scheduling.volcano.sh/queue-name]: Invalid value: \"\": Volcano queue"
                + " name must not be empty",
            "spec.templateSpec.priorityClassName: Invalid value: \"high\": PriorityClass \"high\""
                + " doesn't exist: priorityclasses.scheduling.k8s.io \"high\" not found");
    assertThat(
            Built.errors(
                job,
                runtime,
                Children.of(
                    new PriorityClassBuilder()
                        .withNewMetadata()
                        .withName("high")
                        .endMetadata()
                        .build())))
        .hasSize(1);
  }
}
