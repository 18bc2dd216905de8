package io.coxswain.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimestampsTest {
  @Test
  void parsesTimesOfTheServerAndOfOtherWriters() {
    Instant time = Instant.parse("2026-02-28T23:59:58Z");

    assertThat(Timestamps.parse("2026-02-28T23:59:58Z")).contains(time);
    assertThat(Timestamps.parse("2026-03-01T01:59:58+02:00")).contains(time);
    assertThat(Timestamps.parse("2026-02-28T23:59:58.250Z")).contains(time.plusMillis(250));
    assertThat(Timestamps.parse(Timestamps.format(time.plusMillis(999)))).contains(time);
    assertThat(Timestamps.parse("")).isEmpty();
    assertThat(Timestamps.parse(null)).isEmpty();
  }

  @Test
  void rejectsInvalidTimes() {
    assertThatThrownBy(() -> Timestamps.parse("2026-02-30T00:00:00Z"))
        .isInstanceOf(DateTimeException.class);
    assertThatThrownBy(() -> Timestamps.parse("2026-02-28 00:00:00Z"))
        .isInstanceOf(DateTimeException.class);
  }
}
