package io.coxswain.trainer.trainjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.trainer.RuntimePatch;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.Yaml;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrainJobDefaultingTest {
  private static final Instant NOW = Instant.parse("2026-02-02T02:02:02.5Z");

  @Test
  void newEntriesGetTheTimeUnlessTheyBringOne() {
    TrainJob job =
        Yaml.job(
            """
            runtimePatches:
              - {manager: a.io/a}
              - {manager: b.io/b, time: "2020-01-01T00:00:00Z"}
            """);

    TrainJobDefaulting.apply(job, Optional.empty(), NOW);

    assertThat(job.getSpec().getRuntimePatches())
        .extracting(RuntimePatch::getTime)
        .containsExactly("2026-02-02T02:02:02Z", "2020-01-01T00:00:00Z");
  }

  @Test
  void onlyTheEntryThatChangesGetsANewTime() {
    TrainJob old =
        Yaml.job(
            """
            runtimePatches:
              - {manager: a.io/a, time: "2020-01-01T00:00:00Z"}
              - {manager: b.io/b, time: "2020-01-01T00:00:00Z"}
            """);
    TrainJob job =
        Yaml.job(
            """
            runtimePatches:
              - {manager: a.io/a, time: "1999-01-01T00:00:00Z"}
              - manager: b.io/b
                time: "1999-01-01T00:00:00Z"
                trainingRuntimeSpec: {template: {metadata: {labels: {a: b}}}}
            """);

    TrainJobDefaulting.apply(job, Optional.of(old), NOW);

    assertThat(job.getSpec().getRuntimePatches())
        .extracting(RuntimePatch::getTime)
        .containsExactly("2020-01-01T00:00:00Z", "2026-02-02T02:02:02Z");
  }
}
