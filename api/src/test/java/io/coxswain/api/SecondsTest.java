package io.coxswain.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecondsTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void keepsUsualTimes() {
    assertThat(Seconds.of(90)).isEqualTo(Duration.ofSeconds(90));
    assertThat(Seconds.of(-1)).isEqualTo(Duration.ofSeconds(-1));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE, 10_000_000_000L})
  void addsAndCountsAnyTime(long seconds) {
    Duration time = Seconds.of(seconds);

    assertThat(NOON.plus(time).minus(time)).isEqualTo(NOON);
    assertThat(Duration.ofNanos(time.toNanos())).isEqualTo(time);
  }
}
