package io.coxswain.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.trainer.ClusterTrainingRuntime;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.plugins.Plugins;
import io.coxswain.trainer.plugins.Unsupported;
import io.coxswain.trainer.runtime.Rendering;
import io.coxswain.trainer.trainjob.TrainJobValidation;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShippedRuntimesTest {

  @Test
  void areNamedAndLabelledForTheClientLibraries() {
    assertThat(ShippedRuntimes.all())
        .extracting(r -> r.getMetadata().getName())
        .containsExactly("plain", "torch-distributed");
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

      assertThat(Unsupported.find(job, runtime.getSpec())).isEmpty();
      assertThat(
              TrainJobValidation.validate(
                  Plugins.all(), runtime, Optional.empty(), job, Children.none()))
          .isEmpty();
      assertThat(Rendering.render(Plugins.all(), job, runtime.getSpec(), Children.none()))
          .hasSize(1);
    }
  }

  @Test
  void torchDistributedMeansWhatUpstreamsMeansBesidesWhatBecomesOfFailures() {
    ClusterTrainingRuntime torch = ShippedRuntimes.all().getLast();
    var jobs = torch.getSpec().getTemplate().getSpec();
    jobs.setFailurePolicy(null);
    var template = jobs.getReplicatedJobs().getFirst().getTemplate().getSpec();
    template.setBackoffLimit(null);
    template.getTemplate().getSpec().setRestartPolicy(null);
    template.getTemplate().getSpec().getContainers().getFirst().setImage("pytorch/pytorch:2.13.0");

    assertThat(Yaml.json(torch)).isEqualTo(Yaml.json(Yaml.torchDistributed()));
  }
}
