package io.coxswain.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.coxswain.env.Env;
import org.junit.jupiter.api.Test;

class TrainJobPreviewTest {

  @Test
  void showsTheJobSet() {
    assertThat(
            TrainJobPreview.of(
                Yaml.job("trainer: {numNodes: 2}"),
                Yaml.torchDistributed(),
                Env.production().entropy()))
        .singleElement()
        .satisfies(o -> assertThat(o.getKind()).isEqualTo("JobSet"));
  }

  @Test
  void reportsWhyAJobWouldBeRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                TrainJobPreview.of(
                    Yaml.job("initializer: {dataset: {}}"),
                    Yaml.torchDistributed(),
                    Env.production().entropy()))
        .withMessageContaining("must have dataset-initializer job");
  }
}
