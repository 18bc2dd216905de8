package io.coxswain.kube.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class CronJobPlanTest {
  @Test
  void findsTheTimeThatIsDueWithTheLongestStartingDeadline() throws Exception {
    CronJob cron =
        new CronJobBuilder()
            .withNewMetadata()
            .withCreationTimestamp("2026-01-01T00:10:00Z")
            .endMetadata()
            .withNewSpec()
            .withStartingDeadlineSeconds(Long.MAX_VALUE)
            .endSpec()
            .build();

    CronJobPlan plan =
        CronJobPlan.of(
            cron,
            Schedule.parse("0 * * * *"),
            ZoneOffset.UTC,
            Instant.parse("2026-01-01T01:30:00Z"));

    assertThat(plan.due()).contains(Instant.parse("2026-01-01T01:00:00Z"));
  }
}
