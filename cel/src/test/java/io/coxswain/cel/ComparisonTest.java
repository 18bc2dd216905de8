package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Equality, order and membership. Expected results are those of cel-go with the libraries of
 * Kubernetes 1.35.
 */
class ComparisonTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          1 < 2 → true
          2 <= 2 → true
          3 > 4 → false
          4 >= 4 → true
          1 == 1 → true
          1 != 1 → false
          1u < 2u → true
          1.5 >= 1.5 → true
          'a' < 'b' → true
          'a' < 'B' → false
          'abc' < 'abd' → true
          'ab' < 'abc' → true
          '' < 'a' → true
          '😀' > 'z' → true
          '😀' > '\\uffff' → true
          false < true → true
          true <= false → false
          b'a' < b'b' → true
          b'\\xff' > b'a' → true
          b'a' < b'ab' → true
          duration('1s') < duration('1m') → true
          timestamp('2026-01-01T00:00:00Z') < timestamp('2026-01-01T00:00:00.000000001Z') → true
          timestamp('2026-01-01T00:00:00Z') == timestamp('2026-01-01T01:00:00+01:00') → true
          'a' == 'a' → true
          'a' != 'A' → true
          b'a' == b'a' → true
          null == null → true
          true != false → true
          type(1) == type(2) → true
          type(1) == int → true
          type(1) != type('a') → true
          [1, 2] == [1, 2] → true
          [1, 2] == [2, 1] → false
          [1] != [1, 1] → true
          {'a': 1} == {'a': 1} → true
          {'a': 1, 'b': 2} == {'b': 2, 'a': 1} → true
          {'a': 1} == {'a': 2} → false
          {'a': 1} == {'b': 1} → false
          {} == {} → true
          [{'a': [1]}] == [{'a': [1]}] → true
          """)
  void comparesEqualTypes(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          1 < 1.5 → true
          1 < 2u → true
          2u > 1 → true
          1.5 > 1u → true
          1 <= 1.0 → true
          2 >= 2u → true
          dyn(1) == 1.0 → true
          dyn(1) == 1u → true
          dyn(1.0) == 1u → true
          dyn(1) != 1.5 → true
          -1 < 1u → true
          dyn(-1) == 18446744073709551615u → false
          9223372036854775807 < 9223372036854775808.0 → false
          dyn(9223372036854775807) == 9223372036854775807.0 → true
          dyn(0.0) == -0.0 → true
          1.0 / 0.0 > 9223372036854775807 → true
          -1.0 / 0.0 < -9223372036854775808 → true
          [1] == [dyn(1.0)] → true
          {dyn(1): 'a'} == {dyn(1u): 'a'} → true
          dyn(1) in [dyn(1.0), dyn('a')] → true
          """)
  void comparesNumbersOfDifferentTypes(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          dyn(1) == 'a' → false
          dyn('a') == b'a' → false
          dyn(null) == 0 → false
          dyn([]) == {} → false
          dyn([1]) != 'a' → true
          dyn(true) == 1 → false
          dyn({'a': 1}) == [1] → false
          null == dyn(null) → true
          0.0 / 0.0 == 0.0 / 0.0 → false
          0.0 / 0.0 != 0.0 / 0.0 → true
          0.0 / 0.0 < 1.0 → error: NaN values cannot be ordered
          [0.0 / 0.0] == [0.0 / 0.0] → false
          """)
  void comparesDynamicValues(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          dyn(1) < 'a' → error: no such overload
          dyn(1) < true → error: no such overload
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          1 in [1, 2, 3] → true
          4 in [1, 2, 3] → false
          1 in [] → false
          'a' in ['a'] → true
          'a' in {'a': 1} → true
          'b' in {'a': 1} → false
          1 in {1: 'x'} → true
          1u in {1u: 'x'} → true
          dyn(1.0) in {1: 'x'} → true
          null in [null] → true
          [1] in [[1], [2]] → true
          {'a': 1} in [{'a': 1}] → true
          self.i in [1, 2, 3] → true
          self.i in [self.i + 1, self.i] → true
          self.s in self.list → false
          'a' in self.list → true
          'm' in self.map → true
          'z' in self.map → false
          !(5 in [1, 2]) → true
          """)
  void findsMembers(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
