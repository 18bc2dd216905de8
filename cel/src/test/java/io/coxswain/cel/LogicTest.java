package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Logical operators, and how they absorb errors. Expected results are those of cel-go with the
 * libraries of Kubernetes 1.35.
 */
class LogicTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          true && true → true
          true && false → false
          false || true → true
          false || false → false
          !true → false
          !false → true
          !!true → true
          true ? 1 : 2 → 1
          false ? 1 : 2 → 2
          false || true && false → false
          1 < 2 && 2 < 3 || false → true
          true && true && true && false → false
          false || false || false || true → true
          """)
  void evaluatesOperators(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          false && 1 / 0 == 1 → false
          1 / 0 == 1 && false → false
          true || 1 / 0 == 1 → true
          1 / 0 == 1 || true → true
          self.inner.opt == 'x' || true → true
          !(self.inner.opt == 'x' && false) → true
          true ? 1 : 1 / 0 → 1
          false ? 1 / 0 : 2 → 2
          dyn('a') && false → false
          true || dyn(1) → true
          """)
  void absorbsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          true && 1 / 0 == 1 → error: division by zero
          false || 1 / 0 == 1 → error: division by zero
          1 / 0 == 1 && true → error: division by zero
          1 % 0 == 1 || 1 / 0 == 1 → error: modulus by zero
          1 / 0 == 1 ? 1 : 2 → error: division by zero
          !dyn('a') → error: no such overload
          dyn('a') ? 1 : 2 → error: no such overload
          dyn('a') && true → error: no such overload
          dyn(1) || false → error: no such overload
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
