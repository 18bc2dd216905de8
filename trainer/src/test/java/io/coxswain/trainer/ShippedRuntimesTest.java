package io.coxswain.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.runtime.Rendering;
import io.coxswain.trainer.trainjob.TrainJobValidation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShippedRuntimesTest {

  @Test
  void areNamedAndLabelledForTheClientLibraries() {
    assertThat(ShippedRuntimes.all())
        .extracting(r -> r.getMetadata().getName())
        .containsExactly(
            "deepspeed-distributed",
            "jax-distributed",
            "mlx-distributed",
            "plain",
            "torch-distributed",
            "torch-distributed-with-cache",
            "torchtune-llama3.2-1b",
            "torchtune-llama3.2-3b",
            "torchtune-qwen2.5-1.5b",
            "xgboost-distributed");
    assertThat(ShippedRuntimes.all())
        .allSatisfy(
            r ->
                assertThat(r.getMetadata().getLabels())
                    .containsKey("trainer.kubeflow.org/framework"));
  }

  @Test
  void canRunAJobThatAsksForNothing() {
    for (ClusterTrainingRuntime runtime : ShippedRuntimes.all()) {
      TrainJob job = Yaml.job("trainer: {numNodes: 2}");

      assertThat(
              TrainJobValidation.validate(
                  Yaml.plugins(), runtime, Optional.empty(), job, Children.none()))
          .isEmpty();
      assertThat(Rendering.render(Yaml.plugins(), job, runtime.getSpec(), Children.none()))
          .extracting(HasMetadata::getKind)
          .endsWith("JobSet");
    }
  }

  @Test
  void meanWhatUpstreamsMean() throws IOException {
    List<String> files =
        List.of(
            "deepspeed_distributed",
            "jax_distributed",
            "mlx_distributed",
            "torch_distributed",
            "data-cache/torch_distributed_with_cache",
            "torchtune/llama3_2_1B",
            "torchtune/llama3_2_3B",
            "torchtune/qwen2_5_1.5B",
            "xgboost_distributed");
    for (String file : files) {
      ClusterTrainingRuntime theirs =
          UpstreamData.object("runtimes/" + file + ".yaml", ClusterTrainingRuntime.class);

      assertThat(ShippedRuntimes.all())
          .filteredOn(r -> r.getMetadata().getName().equals(theirs.getMetadata().getName()))
          .singleElement()
          .satisfies(
              ours -> {
                assertThat(Yaml.json(ours.getSpec())).isEqualTo(Yaml.json(theirs.getSpec()));
                assertThat(ours.getMetadata().getLabels())
                    .isEqualTo(theirs.getMetadata().getLabels());
              });
    }
  }
}
