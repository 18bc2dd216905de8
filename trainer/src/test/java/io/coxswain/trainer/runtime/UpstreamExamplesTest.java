package io.coxswain.trainer.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.evidence.Scenario;
import io.coxswain.trainer.UpstreamData;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.FieldError;
import io.coxswain.trainer.plugins.Plugins;
import io.coxswain.trainer.plugins.Unsupported;
import io.coxswain.trainer.trainjob.TrainJobValidation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Upstream's runtimes with jobs like those of its examples, against JobSets written by hand. */
class UpstreamExamplesTest {
  private static final String TORCH = "runtimes/torch_distributed.yaml";

  @Test
  @Scenario("trainer-13")
  void torchOnThreeNodes() throws IOException {
    assertBecomes("torch-multi-node");
  }

  @Test
  void torchWithResourcesVariablesAndPatches() throws IOException {
    assertBecomes("torch-runtime-patches");
  }

  @Test
  void torchCreatedSuspendedForAQueue() throws IOException {
    assertBecomes("torch-suspended-kueue");
  }

  @Test
  void datasetStepWithoutTheSharedVolumeIsRefused() throws IOException {
    String file = "examples-derived/dataset-step-rejected.yaml";
    TrainJob job = UpstreamData.object(file, TrainJob.class);
    TrainingRuntime runtime = UpstreamData.object(file, TrainingRuntime.class);

    assertThat(
            TrainJobValidation.validate(
                Plugins.all(), runtime, Optional.empty(), job, Children.none()))
        .extracting(FieldError::text)
        .containsExactly(
            "spec.runtimeRef: Invalid value:"
                + " {\"name\":\"torch-with-dataset-init\",\"kind\":\"TrainingRuntime\"}: must have"
                + " volumeMount with name - initializer in container dataset-initializer of the"
                + " dataset-initializer job");
  }

  @ParameterizedTest
  @CsvSource({
    "mpi-deepspeed-two-nodes, runtimes/deepspeed_distributed.yaml, mlPolicy.mpi",
    "torch-volcano, examples-derived/torch-volcano.yaml, podGroupPolicy.volcano",
    "torch-multi-node, runtimes/jax_distributed.yaml, mlPolicy.jax",
    "torch-multi-node, runtimes/xgboost_distributed.yaml, mlPolicy.xgboost",
    "torch-multi-node, examples/flux-runtime.yaml, mlPolicy.flux",
    "torchtune-lora-one-node, runtimes/torchtune/llama3_2_1B.yaml, torchtune"
  })
  void whatHasNoPluginIsRefusedByName(String example, String runtimeFile, String asked)
      throws IOException {
    TrainJob job = UpstreamData.object("examples-derived/" + example + ".yaml", TrainJob.class);
    TrainingRuntimeSpec runtime =
        UpstreamData.object(runtimeFile, ClusterTrainingRuntime.class).getSpec();

    assertThat(Unsupported.find(job, runtime))
        .hasValueSatisfying(
            message -> assertThat(message).contains(asked).contains("does not support"));
  }

  private static void assertBecomes(String example) throws IOException {
    TrainJob job = UpstreamData.object("examples-derived/" + example + ".yaml", TrainJob.class);
    job.getMetadata().setUid("uid-1");
    TrainingRuntimeSpec runtime =
        UpstreamData.object(TORCH, ClusterTrainingRuntime.class).getSpec();

    assertThat(Unsupported.find(job, runtime)).isEmpty();
    assertThat(Rendering.render(Plugins.all(), job, runtime, Children.none()))
        .singleElement()
        .satisfies(jobSet -> assertThat(Yaml.json(jobSet)).isEqualTo(golden(example)));
  }

  private static JsonNode golden(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            Yaml.class.getResourceAsStream("golden/" + name + ".yaml"), "no golden " + name)) {
      return Yaml.tree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
