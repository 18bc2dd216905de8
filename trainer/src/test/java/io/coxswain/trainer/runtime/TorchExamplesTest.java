package io.coxswain.trainer.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainingRuntime;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.evidence.Scenario;
import io.coxswain.trainer.Manifests;
import io.coxswain.trainer.ShippedRuntimes;
import io.coxswain.trainer.Yaml;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.trainjob.TrainJobValidation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Jobs on the shipped PyTorch runtime, against JobSets written by hand. */
class TorchExamplesTest {
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
  void datasetStepWithoutTheSharedVolumeIsRejected() throws IOException {
    String file = "dataset-step-rejected.yaml";
    TrainJob job = Manifests.object(file, TrainJob.class);
    TrainingRuntime runtime = Manifests.object(file, TrainingRuntime.class);

    assertThat(
            TrainJobValidation.validate(
                Yaml.plugins(), runtime, Optional.empty(), job, Children.none()))
        .extracting(FieldError::toString)
        .containsExactly(
            "spec.runtimeRef: Invalid value:"
                + " {\"name\":\"torch-with-dataset-init\",\"kind\":\"TrainingRuntime\"}: must have"
                + " volumeMount with name - initializer in container dataset-initializer of the"
                + " dataset-initializer job");
  }

  private static void assertBecomes(String example) throws IOException {
    TrainJob job = Manifests.object("" + example + ".yaml", TrainJob.class);
    job.getMetadata().setUid("uid-1");
    TrainingRuntimeSpec runtime =
        ShippedRuntimes.all().stream()
            .filter(shipped -> shipped.getMetadata().getName().equals("torch-distributed"))
            .findFirst()
            .orElseThrow()
            .getSpec();

    assertThat(Rendering.render(Yaml.plugins(), job, runtime, Children.none()))
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
