package io.coxswain.kube.legacytokens;

import static io.coxswain.kube.legacytokens.LegacyTokenPlan.DELETE;
import static io.coxswain.kube.legacytokens.LegacyTokenPlan.INVALIDATE;
import static io.coxswain.kube.legacytokens.LegacyTokenPlan.INVALID_SINCE;
import static io.coxswain.kube.legacytokens.LegacyTokenPlan.KEEP;
import static io.coxswain.kube.legacytokens.LegacyTokenPlan.LAST_USED;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LegacyTokenPlanTest {
  private static final Instant NOW = Instant.parse("2026-03-31T12:00:00Z");
  private static final Duration PERIOD = Duration.ofDays(30);
  private static final String LIMIT = "2026-03-01";
  private static final String BEFORE = "2026-02-28";

  private static Secret created(String time, Map<String, String> labels) {
    return new SecretBuilder()
        .withNewMetadata()
        .withName("token")
        .withCreationTimestamp(time)
        .withLabels(labels)
        .endMetadata()
        .build();
  }

  private static Secret old(Map<String, String> labels) {
    return created("2026-01-01T00:00:00Z", labels);
  }

  private static LegacyTokenPlan plan(Secret secret) {
    return LegacyTokenPlan.of(secret, true, false, PERIOD, NOW);
  }

  @Test
  void aTokenNobodyUsedIsInvalidatedAfterThePeriod() {
    assertThat(plan(old(Map.of()))).isEqualTo(INVALIDATE);
    assertThat(plan(created("2026-03-01T12:00:00Z", Map.of()))).isEqualTo(KEEP);
    assertThat(plan(created("2026-03-01T11:59:59Z", Map.of()))).isEqualTo(INVALIDATE);
    Secret withoutLabels = old(Map.of());
    withoutLabels.getMetadata().setLabels(null);
    assertThat(plan(withoutLabels)).isEqualTo(INVALIDATE);
    Secret withoutTime = old(Map.of());
    withoutTime.getMetadata().setCreationTimestamp(null);
    assertThat(plan(withoutTime)).isEqualTo(KEEP);
  }

  @Test
  void aTokenUsedWithinThePeriodIsKept() {
    assertThat(plan(old(Map.of(LAST_USED, LIMIT)))).isEqualTo(KEEP);
    assertThat(plan(old(Map.of(LAST_USED, "yesterday")))).isEqualTo(KEEP);
    assertThat(plan(old(Map.of(LAST_USED, BEFORE)))).isEqualTo(INVALIDATE);
    assertThat(plan(old(Map.of(LAST_USED, LIMIT, INVALID_SINCE, BEFORE)))).isEqualTo(KEEP);
  }

  @Test
  void anInvalidTokenIsDeletedAfterAnotherPeriod() {
    assertThat(plan(old(Map.of(INVALID_SINCE, BEFORE)))).isEqualTo(DELETE);
    assertThat(plan(old(Map.of(INVALID_SINCE, LIMIT)))).isEqualTo(KEEP);
    assertThat(plan(old(Map.of(INVALID_SINCE, "no date")))).isEqualTo(INVALIDATE);
  }

  @Test
  void tokensOfUsersOfPodsAndDeletedOnesAreKept() {
    Secret token = old(Map.of(INVALID_SINCE, BEFORE));

    assertThat(LegacyTokenPlan.of(token, false, false, PERIOD, NOW)).isEqualTo(KEEP);
    assertThat(LegacyTokenPlan.of(token, true, true, PERIOD, NOW)).isEqualTo(KEEP);
    token.getMetadata().setDeletionTimestamp(NOW.toString());
    assertThat(plan(token)).isEqualTo(KEEP);
  }
}
