package io.coxswain.trainer.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.evidence.Scenario;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.RuntimeInfo;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class RuntimeMergeTest {
  private static final String TWO_STEPS =
      """
      mlPolicy: {numNodes: 4, torch: {}}
      template:
        metadata: {labels: {team: a, tier: gold}, annotations: {note: runtime}}
        spec:
          replicatedJobs:
            - name: dataset-initializer
              template:
                metadata:
                  labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}
                spec:
                  template: {spec: {containers: [{name: dataset-initializer}]}}
            - name: node
              template:
                metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                spec:
                  parallelism: 7
                  template:
                    spec:
                      containers:
                        - name: node
                          resources:
                            requests: {cpu: "2", memory: 4Gi}
                            claims: [{name: nic}]
            - name: monitor
              template:
                spec: {parallelism: 3, template: {spec: {containers: [{name: monitor}]}}}
      """;

  @Test
  void countsTrainersByThePolicyAndOthersByTheirParallelism() {
    RuntimeInfo info = RuntimeMerge.merge(Yaml.job(""), Yaml.runtime(TWO_STEPS));

    assertThat(info.podSets())
        .extracting(PodSet::name, PodSet::count)
        .containsExactly(
            Tuple.tuple("dataset-initializer", 1),
            Tuple.tuple("node", 4),
            Tuple.tuple("monitor", 3));
  }

  @Test
  @Scenario("trainer-15")
  void addsTheJobsResourcesToThoseOfTheRuntime() {
    TrainJob job = Yaml.job("trainer: {resourcesPerNode: {limits: {nvidia.com/gpu: 4}}}");

    RuntimeInfo info = RuntimeMerge.merge(job, Yaml.runtime(TWO_STEPS));

    assertThat(resources(info))
        .isEqualTo(
            Yaml.tree(
                """
                claims: [{name: nic}]
                limits: {nvidia.com/gpu: "4"}
                requests: {cpu: "2", memory: 4Gi}
                """));
  }

  @Test
  void letsTheJobsResourcesWin() {
    TrainJob job =
        Yaml.job("trainer: {resourcesPerNode: {requests: {cpu: 6}, claims: [{name: gpu}]}}");

    RuntimeInfo info = RuntimeMerge.merge(job, Yaml.runtime(TWO_STEPS));

    assertThat(resources(info))
        .isEqualTo(
            Yaml.tree(
                """
                claims: [{name: nic}, {name: gpu}]
                requests: {cpu: "6", memory: 4Gi}
                """));
  }

  @Test
  void ignoresTheJobsResourcesWhereTheRuntimeHasNoPolicy() {
    TrainingRuntimeSpec runtime = Yaml.runtime(TWO_STEPS);
    runtime.setMlPolicy(null);
    TrainJob job = Yaml.job("trainer: {resourcesPerNode: {requests: {cpu: 6}}}");

    RuntimeInfo info = RuntimeMerge.merge(job, runtime);

    assertThat(resources(info).at("/requests/cpu").asText()).isEqualTo("2");
    assertThat(info.podSet("node").orElseThrow().count()).isEqualTo(7);
  }

  @Test
  void laysPatchesOverTheRuntimeInTheirOrder() {
    TrainJob job =
        Yaml.job(
            """
            runtimePatches:
              - manager: a.io/one
                trainingRuntimeSpec:
                  template:
                    metadata: {labels: {team: b, queue: q}, annotations: {note: one}}
                    spec:
                      replicatedJobs:
                        - name: node
                          template:
                            spec: {template: {spec: {nodeSelector: {zone: z1, disk: ssd}}}}
              - manager: a.io/two
                trainingRuntimeSpec:
                  template:
                    metadata: {annotations: {note: two}}
                    spec:
                      replicatedJobs:
                        - name: node
                          template:
                            metadata: {labels: {extra: "yes"}}
                            spec: {template: {spec: {nodeSelector: {zone: z2}}}}
            """);

    RuntimeInfo info = RuntimeMerge.merge(job, Yaml.runtime(TWO_STEPS));

    assertThat(info.labels()).containsOnlyKeys("queue", "team", "tier").containsEntry("team", "b");
    assertThat(info.annotations()).containsExactly(Map.entry("note", "two"));
    PodSet node = info.podSet("node").orElseThrow();
    assertThat(node.podTemplate().getSpec().getNodeSelector())
        .containsOnly(Map.entry("zone", "z2"), Map.entry("disk", "ssd"));
    assertThat(node.job().getTemplate().getMetadata().getLabels()).hasSize(2);
    assertThat(info.template().getReplicatedJobs())
        .as("patched jobs stay where they were")
        .extracting(ReplicatedJob::getName)
        .containsExactly("dataset-initializer", "node", "monitor");
  }

  @Test
  void doesNotCopyTheLabelsOfTheJob() {
    TrainJob job = Yaml.job("");
    job.getMetadata().setLabels(Map.of("kueue.x-k8s.io/queue-name", "q"));

    RuntimeInfo info = RuntimeMerge.merge(job, Yaml.runtime(TWO_STEPS));

    assertThat(info.labels()).containsOnlyKeys("team", "tier");
  }

  @Test
  void changesNeitherJobNorRuntime() {
    TrainingRuntimeSpec runtime = Yaml.runtime(TWO_STEPS);
    TrainJob job = Yaml.job("trainer: {resourcesPerNode: {requests: {cpu: 6}}}");
    JsonNode runtimeBefore = Json.tree(runtime);
    JsonNode jobBefore = Json.tree(job);

    RuntimeInfo info = RuntimeMerge.merge(job, runtime);
    info.podSets().forEach(p -> p.containers().forEach(c -> c.setImage("changed")));

    assertThat(Yaml.json(runtime)).isEqualTo(runtimeBefore);
    assertThat(Yaml.json(job)).isEqualTo(jobBefore);
  }

  private static JsonNode resources(RuntimeInfo info) {
    return Json.tree(
        info.podSet("node").orElseThrow().container("node").orElseThrow().getResources());
  }
}
