package io.coxswain.kube.cronjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.Scenario;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

  private static List<String> times(String schedule, String zone, String after, int count) {
    var times = new ArrayList<String>();
    ZonedDateTime time = LocalDateTime.parse(after).atZone(ZoneId.of(zone));
    for (int i = 0; i < count; i++) {
      time = Schedule.parse(schedule).next(time).orElseThrow();
      times.add(time.toOffsetDateTime().toString());
    }
    return times;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/5 * * * *      | 2026-01-01T10:02:30 | 2026-01-01T10:05Z",
        "0 0 1 1 *        | 2026-01-01T00:00    | 2027-01-01T00:00Z",
        "30 8-10 * * *    | 2026-01-01T09:30    | 2026-01-01T10:30Z",
        "0 0 29 2 *       | 2026-01-01T00:00    | 2028-02-29T00:00Z",
        "5/20 * * * *     | 2026-01-01T00:06    | 2026-01-01T00:25Z",
        "0 12 * * MON-fri | 2026-01-02T12:00    | 2026-01-05T12:00Z",
        "0 0 * jan,Mar ?  | 2026-01-31T00:00    | 2026-03-01T00:00Z",
        "@hourly          | 2026-01-01T00:59:59 | 2026-01-01T01:00Z",
        "@weekly          | 2026-01-01T00:00    | 2026-01-04T00:00Z",
        "@every 1h30m     | 2026-01-01T00:00:01 | 2026-01-01T01:30:01Z",
      })
  void computesTheNextTime(String schedule, String after, String next) {
    assertThat(times(schedule, "UTC", after, 1)).containsExactly(next);
  }

  @Test
  void findsNoTimeForAnImpossibleDate() {
    ZonedDateTime now = LocalDateTime.parse("2026-01-01T00:00").atZone(ZoneId.of("UTC"));

    assertThat(Schedule.parse("0 0 31 2 *").next(now)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "61 * * * *",
        "* * * *",
        "",
        "* * * * 7",
        "5-1 * * * *",
        "*/0 * * * *",
        "@reboot",
        "x * * * *",
        "@every soon"
      })
  void rejectsInvalidSchedules(String text) {
    assertThatThrownBy(() -> Schedule.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Scenario("job-39")
  void matchesEitherDayFieldUnlessOneIsAStar() {
    assertThat(times("0 0 1 * 1", "UTC", "2026-01-26T00:00", 4))
        .containsExactly(
            "2026-02-01T00:00Z", "2026-02-02T00:00Z", "2026-02-09T00:00Z", "2026-02-16T00:00Z");
    assertThat(times("0 0 */2 * 1", "UTC", "2026-02-01T00:00", 4))
        .containsExactly(
            "2026-02-02T00:00Z", "2026-02-03T00:00Z", "2026-02-05T00:00Z", "2026-02-07T00:00Z");
    assertThat(times("0 0 * * 1", "UTC", "2026-02-01T00:00", 2))
        .containsExactly("2026-02-02T00:00Z", "2026-02-09T00:00Z");
  }

  @Test
  @Scenario("job-40")
  void skipsAndRepeatsWhatSummerTimeSkipsAndRepeats() {
    assertThat(times("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00", 2))
        .containsExactly("2026-03-28T02:30+01:00", "2026-03-30T02:30+02:00");
    assertThat(times("30 2 * * *", "Europe/Berlin", "2026-10-25T00:00", 3))
        .containsExactly(
            "2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00", "2026-10-26T02:30+01:00");
  }
}
