package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Operators on numbers, and concatenation. Expected results are those of cel-go with the libraries
 * of Kubernetes 1.35.
 */
class ArithmeticTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          1 + 2 → 3
          7 - 9 → -2
          6 * 7 → 42
          -7 / 2 → -3
          7 / -2 → -3
          -7 % 3 → -1
          7 % -3 → 1
          - 5 → -5
          -(-5) → 5
          --5 → 5
          2 + 3 * 4 → 14
          (2 + 3) * 4 → 20
          10 - 2 - 3 → 5
          100 / 10 / 5 → 2
          0x10 + 0xff → 271
          -0x1f → -31
          9223372036854775807 → 9223372036854775807
          -9223372036854775808 → -9223372036854775808
          9223372036854775806 + 1 → 9223372036854775807
          -9223372036854775807 - 1 → -9223372036854775808
          -9223372036854775808 % -1 → error: integer overflow
          """)
  void computesWithIntegers(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          1u + 2u → 3u
          7u - 7u → 0u
          6u * 7u → 42u
          7u / 2u → 3u
          7u % 4u → 3u
          0xffu → 255u
          18446744073709551615u → 18446744073709551615u
          18446744073709551615u / 2u → 9223372036854775807u
          18446744073709551615u % 10u → 5u
          """)
  void computesWithUnsignedIntegers(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          1.5 + 2.25 → 3.75
          0.1 + 0.2 → 0.30000000000000004
          1.0 - 3.5 → -2.5
          2.5 * 4.0 → 10.0
          1.0 / 3.0 → 0.3333333333333333
          1.0 / 0.0 → +Inf
          -1.0 / 0.0 → -Inf
          0.0 / 0.0 → NaN
          -0.0 → -0.0
          -(0.0) → -0.0
          1e3 → 1000.0
          1.5e-7 → 1.5e-07
          1e21 → 1e+21
          1e20 → 1e+20
          123456789.125 → 1.23456789125e+08
          1.7976931348623157e308 * 10.0 → +Inf
          .5 + .25 → 0.75
          """)
  void computesWithDoubles(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          'a' + 'b' → 'ab'
          '' + '' → ''
          b'a' + b'bc' → b'616263'
          [1] + [2, 3] → [1, 2, 3]
          [] + [] → []
          [1] + [] + [2] → [1, 2]
          'é' + '😀' → 'é😀'
          """)
  void concatenates(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          9223372036854775807 + 1 → error: integer overflow
          -9223372036854775808 - 1 → error: integer overflow
          9223372036854775807 * 2 → error: integer overflow
          -(-9223372036854775808) → error: integer overflow
          -9223372036854775808 / -1 → error: integer overflow
          18446744073709551615u + 1u → error: unsigned integer overflow
          0u - 1u → error: unsigned integer overflow
          18446744073709551615u * 2u → error: unsigned integer overflow
          1 / 0 → error: division by zero
          1 % 0 → error: modulus by zero
          1u / 0u → error: division by zero
          1u % 0u → error: modulus by zero
          dyn(1) + 1.0 → error: no such overload
          dyn('a') + 1 → error: no such overload
          -dyn('a') → error: no such overload
          dyn([1]) + 1 → error: no such overload
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
