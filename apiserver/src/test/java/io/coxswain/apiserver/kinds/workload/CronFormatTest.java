package io.coxswain.apiserver.kinds.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CronFormatTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/5 * * * *",
        "@daily",
        "@every 1h30m",
        "0 0 1 JAN-mar sun,MON",
        "? 1-5/2 * * 0-6",
        "1, * * * *"
      })
  void readsWhatCronReads(String schedule) {
    assertThat(CronFormat.problem(schedule)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "* * * *|expected exactly 5 fields, found 4: [* * * *]",
        "61 * * * *|end of range (61) above maximum (59): 61",
        "* * 0 * *|beginning of range (0) below minimum (1): 0",
        "5-1 * * * *|beginning of range (5) beyond end of range (1): 5-1",
        "*/0 * * * *|step of range should be a positive number: */0",
        "1-2-3 * * * *|too many hyphens: 1-2-3",
        "@foo|unrecognized descriptor: @foo",
        "a * * * *|failed to parse int from a: strconv.Atoi: parsing \"a\": invalid syntax"
      })
  void reportsErrors(String schedule, String problem) {
    assertThat(CronFormat.problem(schedule)).contains(problem);
  }

  @Test
  void intervalsOfIndexesMustGrow() {
    assertThat(IndexIntervals.parse("0,2-4", 5).total()).isEqualTo(4);
    assertThat(IndexIntervals.parse("2,1", 5).problem())
        .isEqualTo("non-increasing order, previous: 2, current: 1");
    assertThat(IndexIntervals.parse("5", 5).problem()).isEqualTo("too large index: \"5\"");
  }
}
