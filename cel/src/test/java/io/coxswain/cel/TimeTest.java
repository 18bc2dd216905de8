package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Timestamps and durations. Expected results are those of cel-go with the libraries of Kubernetes
 * 1.35.
 */
class TimeTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          timestamp('2026-02-03T04:05:06.789Z').getFullYear() → 2026
          timestamp('2026-02-03T04:05:06.789Z').getMonth() → 1
          timestamp('2026-02-03T04:05:06.789Z').getDate() → 3
          timestamp('2026-02-03T04:05:06.789Z').getDayOfMonth() → 2
          timestamp('2026-02-03T04:05:06.789Z').getDayOfWeek() → 2
          timestamp('2026-02-01T04:05:06.789Z').getDayOfWeek() → 0
          timestamp('2026-02-03T04:05:06.789Z').getDayOfYear() → 33
          timestamp('2024-12-31T04:05:06.789Z').getDayOfYear() → 365
          timestamp('2026-02-03T04:05:06.789Z').getHours() → 4
          timestamp('2026-02-03T04:05:06.789Z').getMinutes() → 5
          timestamp('2026-02-03T04:05:06.789Z').getSeconds() → 6
          timestamp('2026-02-03T04:05:06.789Z').getMilliseconds() → 789
          timestamp('2026-02-03T04:05:06Z').getHours('America/New_York') → 23
          timestamp('2026-02-03T04:05:06Z').getDate('America/New_York') → 2
          timestamp('2026-02-03T04:05:06Z').getHours('+02:00') → 6
          timestamp('2026-02-03T04:05:06Z').getHours('02:00') → 6
          timestamp('2026-02-03T04:05:06Z').getHours('-08:30') → 19
          timestamp('2026-02-03T04:05:06Z').getMinutes('-08:30') → 35
          timestamp('2026-02-03T04:05:06Z').getHours('UTC') → 4
          timestamp('2026-02-03T04:05:06Z').getHours('') → 4
          timestamp('2026-07-03T04:05:06Z').getHours('Europe/Berlin') → 6
          timestamp('2026-02-03T04:05:06Z').getFullYear('Asia/Tokyo') → 2026
          duration('3h30m15.5s').getHours() → 3
          duration('3h30m15.5s').getMinutes() → 210
          duration('3h30m15.5s').getSeconds() → 12615
          duration('3h30m15.5s').getMilliseconds() → 12615500
          duration('-90m').getHours() → -1
          """)
  void readsParts(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          timestamp('2026-01-01T00:00:00Z') + duration('1h') → timestamp(2026-01-01T01:00:00Z)
          duration('1h') + timestamp('2026-01-01T00:00:00Z') → timestamp(2026-01-01T01:00:00Z)
          timestamp('2026-01-01T01:00:00Z') - timestamp('2026-01-01T00:00:00Z') → duration(3600s)
          timestamp('2026-01-01T00:00:00Z') - duration('1s') → timestamp(2025-12-31T23:59:59Z)
          duration('1h') + duration('30m') → duration(5400s)
          duration('1h') - duration('90m') → duration(-1800s)
          self.when → timestamp(2026-02-03T04:05:06.5Z)
          self.when.getFullYear() → 2026
          self.span → duration(5400s)
          self.span + duration('30m') → duration(7200s)
          """)
  void computes(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          timestamp('2026-02-03T04:05:06Z').getHours('Nowhere/City') → error: unknown time zone Nowhere/City
          timestamp('2026-02-03T04:05:06Z').getHours('x') → error: unknown time zone x
          timestamp('2026-02-03T04:05:06Z').getHours('+25:00') → 5
          timestamp('2026-02-03T04:05:06Z').getHours('1:00') → 5
          timestamp('9999-12-31T23:59:59Z') + duration('1s') → error: timestamp overflow
          timestamp('0001-01-01T00:00:00Z') - duration('1s') → error: timestamp overflow
          timestamp('9999-12-31T23:59:59Z') - timestamp('0001-01-01T00:00:00Z') → error: integer overflow
          duration('2562047h') + duration('2562047h') → error: integer overflow
          dyn(duration('1s')).getFullYear() → error: no such overload: getFullYear(google.protobuf.Duration)
          dyn(1).getHours() → error: no such overload: getHours(int)
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
