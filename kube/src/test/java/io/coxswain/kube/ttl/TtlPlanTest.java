package io.coxswain.kube.ttl;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TtlPlanTest {
  private static final Instant FINISH = Instant.parse("2026-01-01T00:00:00Z");

  private static Job finished(@Nullable Integer ttl) {
    return new JobBuilder()
        .withNewMetadata()
        .withName("j")
        .endMetadata()
        .withNewSpec()
        .withTtlSecondsAfterFinished(ttl)
        .endSpec()
        .withNewStatus()
        .addNewCondition()
        .withType("Failed")
        .withStatus("True")
        .withLastTransitionTime(FINISH.toString())
        .endCondition()
        .endStatus()
        .build();
  }

  @Test
  void waitsUntilTheTimeIsOver() {
    assertThat(TtlPlan.of(finished(10), FINISH.plusSeconds(4)))
        .isEqualTo(new TtlPlan.Wait(Duration.ofSeconds(6)));
    assertThat(TtlPlan.of(finished(10), FINISH.plusSeconds(10)))
        .isEqualTo(new TtlPlan.Delete(Duration.ZERO));
    assertThat(TtlPlan.of(finished(0), FINISH)).isEqualTo(new TtlPlan.Delete(Duration.ZERO));
  }

  @Test
  void keepsUnfinishedJobsAndJobsWithoutTtl() {
    Job running = finished(10);
    running.getStatus().getConditions().getFirst().setStatus("False");

    assertThat(TtlPlan.of(running, FINISH)).isEqualTo(new TtlPlan.Keep());
    assertThat(TtlPlan.of(finished(null), FINISH)).isEqualTo(new TtlPlan.Keep());
  }
}
