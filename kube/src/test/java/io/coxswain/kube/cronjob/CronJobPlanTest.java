package io.coxswain.kube.cronjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobStatusBuilder;
import java.time.Duration;
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

  private static final Instant CREATED = Instant.parse("2026-01-01T00:10:00Z");

  private static CronJob created(String time) {
    return new CronJobBuilder()
        .withNewMetadata()
        .withCreationTimestamp(time)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  private static CronJobPlan plan(CronJob cron, String schedule, String now) throws Exception {
    return CronJobPlan.of(cron, Schedule.parse(schedule), ZoneOffset.UTC, Instant.parse(now));
  }

  @Test
  void nothingIsDueBeforeTheFirstTime() throws Exception {
    CronJobPlan plan = plan(created(CREATED.toString()), "0 * * * *", "2026-01-01T00:50:00Z");

    assertThat(plan.due()).isEmpty();
    assertThat(plan.lookAgain()).isEqualTo(Duration.ofMinutes(10).plusMillis(100));
    assertThat(plan.tooManyMissed()).isFalse();
  }

  @Test
  void aTimeIsDueFromItsFirstInstantUntilTheNext() throws Exception {
    CronJob cron = created(CREATED.toString());
    Instant one = Instant.parse("2026-01-01T01:00:00Z");

    assertThat(plan(cron, "0 * * * *", "2026-01-01T01:00:00Z").due()).contains(one);
    CronJobPlan last = plan(cron, "0 * * * *", "2026-01-01T01:59:59Z");
    assertThat(last.due()).contains(one);
    assertThat(last.lookAgain()).isEqualTo(Duration.ofMillis(1100));
    assertThat(plan(cron, "0 * * * *", "2026-01-01T02:00:00Z").due())
        .contains(Instant.parse("2026-01-01T02:00:00Z"));
  }

  @Test
  void theLatestOfMissedTimesIsDueAndMoreThan100AreReported() throws Exception {
    CronJob cron = created("2026-01-01T00:00:30Z");

    CronJobPlan hundred = plan(cron, "* * * * *", "2026-01-01T01:40:30Z");
    assertThat(hundred.due()).contains(Instant.parse("2026-01-01T01:40:00Z"));
    assertThat(hundred.tooManyMissed()).isFalse();
    assertThat(hundred.lookAgain()).isEqualTo(Duration.ofMillis(30_100));
    CronJobPlan more = plan(cron, "* * * * *", "2026-01-01T01:41:00Z");
    assertThat(more.due()).contains(Instant.parse("2026-01-01T01:41:00Z"));
    assertThat(more.tooManyMissed()).isTrue();
  }

  @Test
  void countsFromTheLastScheduledTime() throws Exception {
    CronJob cron = created("2025-01-01T00:00:00Z");
    cron.setStatus(new CronJobStatusBuilder().withLastScheduleTime("2026-01-01T01:00:00Z").build());

    assertThat(plan(cron, "0 * * * *", "2026-01-01T01:59:00Z").due()).isEmpty();
    assertThat(plan(cron, "0 * * * *", "2026-01-01T02:00:00Z").tooManyMissed()).isFalse();
  }

  @Test
  void timesBeforeTheStartingDeadlineAreNotDue() throws Exception {
    CronJob cron = created(CREATED.toString());
    cron.getSpec().setStartingDeadlineSeconds(60L);

    assertThat(plan(cron, "0 * * * *", "2026-01-01T01:01:00Z").due()).isEmpty();
    assertThat(plan(cron, "0 * * * *", "2026-01-01T01:00:59Z").due()).isPresent();
    CronJobPlan late = plan(cron, "0 * * * *", "2026-01-01T03:30:00Z");
    assertThat(late.due()).isEmpty();
    assertThat(late.lookAgain()).isEqualTo(Duration.ofMinutes(30).plusMillis(100));
  }

  @Test
  void aDeadlineLongerThanItsAgeDoesNotMatter() throws Exception {
    CronJob cron = created("2026-01-01T01:30:00Z");
    cron.getSpec().setStartingDeadlineSeconds(36_000L);

    assertThat(plan(cron, "0 * * * *", "2026-01-01T01:50:00Z").due()).isEmpty();
  }

  @Test
  void aScheduleThatNeverComesIsAnError() {
    assertThatThrownBy(() -> plan(created(CREATED.toString()), "0 0 31 2 *", CREATED.toString()))
        .isInstanceOf(CronJobPlan.ScheduleException.class);
  }
}
