package io.coxswain.trainer.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.Json;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.BuildException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeSnapshotTest {
  private final TrainJob job = Yaml.job("");

  @Test
  void givesBackTheRuntimeItWasTakenFrom() {
    ClusterTrainingRuntime runtime = Yaml.torchDistributed();
    runtime.getMetadata().setAnnotations(Map.of("number", "007", "truth", "true", "none", "null"));

    ConfigMap snapshot = RuntimeSnapshot.take(job, runtime);

    assertThat(Yaml.json(RuntimeSnapshot.read(snapshot, job))).isEqualTo(Json.tree(runtime));
  }

  @Test
  void isNamedAfterTheJobAndOwnedByIt() {
    ConfigMap snapshot = RuntimeSnapshot.take(job, Yaml.torchDistributed());

    assertThat(snapshot.getMetadata().getName()).isEqualTo("tj-runtime-snapshot");
    assertThat(snapshot.getMetadata().getNamespace()).isEqualTo("default");
    assertThat(Yaml.json(snapshot.getMetadata().getOwnerReferences().getFirst()))
        .isEqualTo(
            Yaml.tree(
                """
                {apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, name: tj, uid: uid-1,
                 controller: true, blockOwnerDeletion: true}
                """));
  }

  @Test
  void writesYamlAsTheOtherImplementationDoes() {
    ClusterTrainingRuntime runtime = Yaml.torchDistributed();
    runtime.getMetadata().setLabels(Map.of("version", "2"));
    runtime.getMetadata().setManagedFields(List.of(new ManagedFieldsEntry()));

    String yaml = RuntimeSnapshot.take(job, runtime).getData().get("runtime");

    assertThat(yaml)
        .startsWith("apiVersion: trainer.kubeflow.org/v1alpha1\nkind: ClusterTrainingRuntime\n")
        .contains("version: \"2\"")
        .doesNotContain("managedFields");
  }

  @Test
  void readsOneThatTheOtherImplementationWrote() {
    ConfigMap snapshot = RuntimeSnapshot.take(job, Yaml.torchDistributed());
    snapshot.setData(
        Map.of(
            "runtime",
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: ClusterTrainingRuntime
            metadata:
              creationTimestamp: null
              name: torch-distributed
            spec:
              mlPolicy:
                numNodes: 2
                torch: {}
              template:
                metadata:
                  creationTimestamp: null
                spec:
                  replicatedJobs:
                  - name: node
                    template:
                      metadata:
                        creationTimestamp: null
                      spec:
                        template:
                          spec:
                            containers: null
            """));

    assertThat(RuntimeSnapshot.read(snapshot, job).getSpec().getTemplate().getSpec())
        .satisfies(spec -> assertThat(spec.getReplicatedJobs()).hasSize(1));
  }

  @Test
  void rejectsOneOfAnEarlierJobOfTheSameName() {
    ConfigMap snapshot = RuntimeSnapshot.take(job, Yaml.torchDistributed());
    job.getMetadata().setUid("uid-2");

    assertRefused(
        snapshot,
        "invalid runtime snapshot: a snapshot configmap exists but is owned by another object");
  }

  @Test
  void rejectsOneWithoutARuntime() {
    ConfigMap snapshot = RuntimeSnapshot.take(job, Yaml.torchDistributed());
    snapshot.setData(Map.of("other", ""));

    assertRefused(
        snapshot, "invalid runtime snapshot: snapshot ConfigMap missing \"runtime\" data key");
  }

  @Test
  void rejectsOneOfAnotherRuntime() {
    ClusterTrainingRuntime other = Yaml.torchDistributed();
    other.getMetadata().setName("other");

    assertRefused(
        RuntimeSnapshot.take(job, other),
        "invalid runtime snapshot: the snapshot refers to the wrong runtime: expecting"
            + " ClusterTrainingRuntime.trainer.kubeflow.org torch-distributed, found"
            + " ClusterTrainingRuntime.trainer.kubeflow.org other");
  }

  @Test
  void rejectsObjectsThatAreNotRuntimes() {
    ConfigMap snapshot = RuntimeSnapshot.take(job, Yaml.torchDistributed());
    snapshot.setData(Map.of("runtime", "spec: [1, 2"));

    assertThatThrownBy(() -> RuntimeSnapshot.read(snapshot, job))
        .isInstanceOf(BuildException.class)
        .hasMessageStartingWith("invalid runtime snapshot: unable to unmarshal the snapshot: ");
  }

  private void assertRefused(ConfigMap snapshot, String message) {
    assertThatThrownBy(() -> RuntimeSnapshot.read(snapshot, job))
        .isInstanceOf(BuildException.class)
        .hasMessage(message);
  }
}
