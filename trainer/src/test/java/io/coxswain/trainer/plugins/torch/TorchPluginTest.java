package io.coxswain.trainer.plugins.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.FieldError;
import io.coxswain.api.jobset.JobSet;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.evidence.Scenario;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.BuildException;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.runtime.Rendering;
import io.coxswain.trainer.runtime.RuntimeMerge;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TorchPluginTest {

  @Test
  void givesTheFiveVariablesAndThePortToTheNode() {
    Container node = node(Yaml.job("trainer: {numNodes: 3}"), Yaml.torchDistributed());

    assertThat(Yaml.json(node.getEnv()))
        .isEqualTo(
            Yaml.tree(
                """
                - {name: PET_NNODES, value: "3"}
                - {name: PET_NPROC_PER_NODE, value: "1"}
                - name: PET_NODE_RANK
                  valueFrom:
                    fieldRef:
                      fieldPath: metadata.annotations['batch.kubernetes.io/job-completion-index']
                - {name: PET_MASTER_ADDR, value: tj-node-0-0.tj}
                - {name: PET_MASTER_PORT, value: "29500"}
                """));
    assertThat(Yaml.json(node.getPorts())).isEqualTo(Yaml.tree("[{containerPort: 29500}]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "resourcesPerNode: {limits: {cpu: 1500m}}                        | 2",
        "resourcesPerNode: {limits: {cpu: 500m}}                         | 1",
        "resourcesPerNode: {requests: {cpu: 3}, limits: {cpu: 8}}        | 3",
        "resourcesPerNode: {limits: {nvidia.com/gpu: 4}}                 | auto",
        "resourcesPerNode: {requests: {cpu: 8}, limits: {amd.com/gpu: 1}} | auto",
        "resourcesPerNode: {limits: {nvidia.com/mig-1g.5gb: 1}}          | 1",
        "numProcPerNode: 8                                               | 8",
        "image: x                                                        | 1",
      })
  @Scenario("trainer-14")
  void countsProcessesByTheResourcesOfANode(String trainer, String processes) {
    Container node = node(Yaml.job("trainer: {" + trainer + "}"), Yaml.torchDistributed());

    assertThat(value(node, "PET_NPROC_PER_NODE")).isEqualTo(processes);
  }

  @Test
  void countsProcessesByTheRuntimeIfTheJobHasNoResources() {
    ClusterTrainingRuntime runtime = Yaml.torchDistributed();
    pods(runtime)
        .getContainers()
        .getFirst()
        .setResources(Yaml.read(ResourceRequirements.class, "{requests: {cpu: 2500m}}"));

    assertThat(value(node(Yaml.job("trainer: {}"), runtime), "PET_NPROC_PER_NODE")).isEqualTo("3");
  }

  @Test
  void putsUserVariablesBeforeItsOwnAndKeepsThoseOfTheRuntimeInPlace() {
    ClusterTrainingRuntime runtime = Yaml.torchDistributed();
    pods(runtime)
        .getContainers()
        .getFirst()
        .setEnv(List.of(new EnvVar("FIRST", "runtime", null), new EnvVar("SECOND", "2", null)));
    TrainJob job =
        Yaml.job(
            """
            trainer:
              env:
                - {name: FIRST, value: job}
                - {name: EMPTY, value: ""}
                - name: POD
                  valueFrom: {fieldRef: {apiVersion: v1, fieldPath: metadata.name}}
                - name: FILE
                  valueFrom: {fileKeyRef: {key: k, path: p, volumeName: v}}
            """);

    Container node = node(job, runtime);

    assertThat(node.getEnv())
        .extracting(EnvVar::getName)
        .containsExactly(
            "FIRST",
            "SECOND",
            "EMPTY",
            "POD",
            "FILE",
            "PET_NNODES",
            "PET_NPROC_PER_NODE",
            "PET_NODE_RANK",
            "PET_MASTER_ADDR",
            "PET_MASTER_PORT");
    assertThat(value(node, "FIRST")).isEqualTo("job");
    assertThat(value(node, "EMPTY")).isEmpty();
    assertThat(Yaml.json(node.getEnv().get(3)))
        .isEqualTo(Yaml.tree("{name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}"));
    assertThat(node.getEnv().get(4).getValueFrom().getFileKeyRef().getKey()).isEqualTo("k");
  }

  @Test
  void keepsOtherPortsOfTheRuntime() {
    ClusterTrainingRuntime runtime = Yaml.torchDistributed();
    pods(runtime)
        .getContainers()
        .getFirst()
        .setPorts(
            List.of(
                Yaml.read(ContainerPort.class, "{containerPort: 8080}"),
                Yaml.read(ContainerPort.class, "{containerPort: 29500, protocol: UDP}")));

    assertThat(Yaml.json(node(Yaml.job("trainer: {}"), runtime).getPorts()))
        .isEqualTo(
            Yaml.tree(
                "[{containerPort: 8080}, {containerPort: 29500, protocol: UDP},"
                    + " {containerPort: 29500}]"));
  }

  @Test
  void injectsNothingWhereTheJobHasNoTrainer() {
    Container node = node(Yaml.job(""), Yaml.torchDistributed());

    assertThat(node.getEnv()).isEmpty();
    assertThat(node.getPorts()).isEmpty();
  }

  @Test
  @Scenario("trainer-16")
  void givesAllVariablesToTheContainersThatTheRuntimeNames() {
    Container preflight =
        jobSet(Yaml.job("trainer: {numNodes: 2}"), withPreflight())
            .getSpec()
            .getReplicatedJobs()
            .getFirst()
            .getTemplate()
            .getSpec()
            .getTemplate()
            .getSpec()
            .getInitContainers()
            .getFirst();

    assertThat(preflight.getEnv())
        .extracting(EnvVar::getName)
        .containsExactlyElementsOf(TorchEnv.NAMES);
    assertThat(value(preflight, "PET_NNODES")).isEqualTo("2");
    assertThat(preflight.getPorts()).isEmpty();
  }

  @Test
  void rejectsARuntimeThatNamesAContainerItDoesNotHave() {
    ClusterTrainingRuntime runtime = withPreflight();
    pods(runtime).setInitContainers(List.of());
    String message =
        "envInjection target podSet \"node\" container \"preflight\" not found in runtime template";

    assertThat(errors(Yaml.job("trainer: {}"), runtime.getSpec()))
        .extracting(FieldError::toString)
        .containsExactly(
            "spec.runtimeRef: Invalid value:"
                + " {\"jobName\":\"node\",\"containerNames\":[\"preflight\"]}: "
                + message);
    assertThatThrownBy(() -> jobSet(Yaml.job("trainer: {}"), runtime))
        .isInstanceOf(BuildException.class)
        .hasMessage(message);
  }

  @Test
  void rejectsVariablesThatAreItsOwn() {
    TrainJob job =
        Yaml.job("trainer: {env: [{name: PET_NNODES, value: '1'}, {name: PET_MASTER_ADDR}]}");

    assertThat(errors(job, Yaml.torchDistributed().getSpec()))
        .extracting(FieldError::toString)
        .containsExactly(
            "spec.trainer.env: Invalid value:"
                + " [{\"name\":\"PET_NNODES\",\"value\":\"1\"},{\"name\":\"PET_MASTER_ADDR\"}]:"
                + " must not have reserved envs, invalid envs configured:"
                + " [PET_MASTER_ADDR PET_NNODES]");
  }

  private static ClusterTrainingRuntime withPreflight() {
    ClusterTrainingRuntime runtime = Yaml.torchDistributed();
    runtime
        .getSpec()
        .setMlPolicy(
            Yaml.read(
                MLPolicy.class,
                "torch: {envInjection: {targets: [{jobName: node, containerNames: [preflight]}]}}"));
    pods(runtime).setInitContainers(List.of(Yaml.read(Container.class, "{name: preflight}")));
    return runtime;
  }

  private static PodSpec pods(ClusterTrainingRuntime runtime) {
    return runtime
        .getSpec()
        .getTemplate()
        .getSpec()
        .getReplicatedJobs()
        .getFirst()
        .getTemplate()
        .getSpec()
        .getTemplate()
        .getSpec();
  }

  private static List<FieldError> errors(TrainJob job, TrainingRuntimeSpec runtime) {
    return new TorchPlugin()
        .validate(RuntimeMerge.merge(job, runtime), Optional.empty(), job, Children.none());
  }

  private static JobSet jobSet(TrainJob job, ClusterTrainingRuntime runtime) {
    return (JobSet)
        Rendering.render(Yaml.plugins(), job, runtime.getSpec(), Children.none()).getLast();
  }

  private static Container node(TrainJob job, ClusterTrainingRuntime runtime) {
    return jobSet(job, runtime)
        .getSpec()
        .getReplicatedJobs()
        .getFirst()
        .getTemplate()
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .getFirst();
  }

  private static String value(Container container, String name) {
    return container.getEnv().stream()
        .filter(e -> e.getName().equals(name))
        .map(EnvVar::getValue)
        .findFirst()
        .orElseThrow();
  }
}
