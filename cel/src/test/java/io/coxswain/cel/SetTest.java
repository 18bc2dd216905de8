package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists as sets. Expected results are those of cel-go with the libraries of Kubernetes 1.35. */
class SetTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          sets.contains([1, 2, 3], [2]) → true
          sets.contains([1, 2], [3]) → false
          sets.contains([1, 2], []) → true
          sets.contains([], [1]) → false
          sets.contains([], []) → true
          sets.contains([1, 1], [1]) → true
          sets.contains(['a'], ['a', 'a']) → true
          sets.contains([dyn(1)], [1.0]) → true
          sets.equivalent([1, 2], [2, 1]) → true
          sets.equivalent([1, 2], [2, 1, 1]) → true
          sets.equivalent([], []) → true
          sets.equivalent([1], []) → false
          sets.equivalent([1, 2], [1, 3]) → false
          sets.intersects([1, 2], [2, 3]) → true
          sets.intersects([1], [2]) → false
          sets.intersects([], []) → false
          sets.intersects([[1], [2]], [[2]]) → true
          sets.contains(self.set, ['y']) → true
          """)
  void evaluates(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
