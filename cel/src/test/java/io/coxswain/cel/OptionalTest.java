package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Optional values and their syntax. Expected results are those of cel-go with the libraries of
 * Kubernetes 1.35.
 */
class OptionalTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          optional.of(1) → optional(1)
          optional.none() → none
          optional.of(1).value() → 1
          optional.of(1).hasValue() → true
          optional.none().hasValue() → false
          optional.of(1).or(optional.of(2)) → optional(1)
          optional.none().or(optional.of(2)) → optional(2)
          optional.none().or(optional.none()) → none
          optional.of(1).orValue(2) → 1
          optional.none().orValue(2) → 2
          optional.ofNonZeroValue(0) → none
          optional.ofNonZeroValue(1) → optional(1)
          optional.ofNonZeroValue('') → none
          optional.ofNonZeroValue('a') → optional('a')
          optional.ofNonZeroValue([]) → none
          optional.ofNonZeroValue({}) → none
          optional.ofNonZeroValue(false) → none
          optional.ofNonZeroValue(null) → none
          optional.ofNonZeroValue(b'') → none
          optional.ofNonZeroValue(0.0) → none
          optional.ofNonZeroValue(0u) → none
          optional.ofNonZeroValue(duration('0s')) → none
          optional.ofNonZeroValue(timestamp(0)) → optional(timestamp(1970-01-01T00:00:00Z))
          optional.ofNonZeroValue([0]) → optional([0])
          optional.of(1) == optional.of(1) → true
          optional.of(1) == optional.of(2) → false
          optional.of(1) == optional.none() → false
          optional.none() == optional.none() → true
          optional.of(null) → optional(null)
          {'a': 1}.?a → optional(1)
          {'a': 1}.?b → none
          {'a': {'b': 1}}.?a.b → optional(1)
          {'a': {'b': 1}}.?a.?c → none
          {'a': {'b': 1}}.?x.b → none
          {'a': 1}[?'a'] → optional(1)
          {'a': 1}[?'b'] → none
          [1, 2][?0] → optional(1)
          [1, 2][?2] → none
          [1, 2][?-1] → none
          {'a': [1]}.?a[0] → optional(1)
          {'a': [1]}.?a[?1] → none
          optional.of([1])[0] → optional(1)
          optional.of({'a': 1}).a → optional(1)
          optional.of({'a': 1}).?a → optional(1)
          has({'a': {'b': 1}}.?a.b) → true
          has({'a': {'b': 1}}.?x.b) → false
          [?optional.of(1), 2, ?optional.none()] → [1, 2]
          {?'a': optional.of(1), ?'b': optional.none(), 'c': 2} → {'a': 1, 'c': 2}
          [optional.of(1), optional.none()].unwrapOpt() → [1]
          optional.unwrap([optional.of(1), optional.none()]) → [1]
          optional.of(2).optMap(x, x + 1) → optional(3)
          optional.none().optMap(x, x) → none
          optional.of(2).optFlatMap(x, optional.of(x * 2)) → optional(4)
          optional.of(2).optFlatMap(x, optional.none()) → none
          self.?inner.?x.orValue(0) → 7
          self.?inner.?opt.orValue('none') → 'none'
          self.inner.?opt.hasValue() → false
          self.list[?7].orValue('q') → 'q'
          self.map[?'m'].orValue(0) → 1
          """)
  void selects(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          optional.none().value() → error: optional.none() dereference
          self.inner.?opt.value() → error: optional.none() dereference
          optional.of(1 / 0) → error: division by zero
          dyn(1).?a → none
          dyn('a')[?0] → none
          optional.of(1).optMap(x, x / 0) → error: division by zero
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
