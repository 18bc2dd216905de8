package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Macros. Expected results are those of cel-go with the libraries of Kubernetes 1.35. */
class MacroTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          [1, 2, 3].all(x, x > 0) → true
          [1, 2, 3].all(x, x > 1) → false
          [].all(x, x > 1) → true
          [1, 2, 3].exists(x, x == 2) → true
          [1, 2, 3].exists(x, x == 4) → false
          [].exists(x, true) → false
          [1, 2, 2].exists_one(x, x == 1) → true
          [1, 2, 2].exists_one(x, x == 2) → false
          [1, 0].exists(x, 1 / x == 1) → true
          [0, 1].exists(x, 1 / x == 1) → true
          [0, 1].all(x, 1 / x == 5) → false
          [1, 0].all(x, 1 / x == 5) → false
          [1, 2].all(x, [3, 4].all(y, x < y)) → true
          [1, 2].exists(x, [2, 3].exists(y, x == y)) → true
          [1, 2].all(x, [1, 2].exists(x, x == 2)) → true
          [[1], [2]].all(x, x.all(y, y < 3)) → true
          """)
  void testsElements(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          [1, 2, 3].map(x, x * 2) → [2, 4, 6]
          [1, 2, 3].map(x, x > 1, x * 2) → [4, 6]
          [1, 2, 3].filter(x, x > 1) → [2, 3]
          [].map(x, x) → []
          [1, 2].map(x, [x, x]) → [[1, 1], [2, 2]]
          [1, 2].map(x, [3, 4].map(y, x * y)) → [[3, 4], [6, 8]]
          [1, 2, 3].filter(x, x > 1).map(x, x + 1).exists(x, x == 4) → true
          self.keyed.map(e, e.k) → ['one', 'two']
          self.keyed.filter(e, e.v > 1).map(e, e.k) → ['two']
          """)
  void transformsElements(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          [5, 6].all(i, v, v == i + 5) → true
          [5, 6].exists(i, v, i == 1 && v == 6) → true
          [5, 6].exists_one(i, v, v > 5) → true
          [5, 6].existsOne(i, v, v > 4) → false
          [5, 6].transformList(i, v, i * v) → [0, 6]
          [5, 6].transformList(i, v, i > 0, v) → [6]
          [5, 6].transformMap(i, v, v * 2) → {0: 10, 1: 12}
          [5, 6].transformMap(i, v, v > 5, v) → {1: 6}
          ['a', 'b'].transformMapEntry(i, v, {v: i}) → {'a': 0, 'b': 1}
          ['a', 'b'].transformMapEntry(i, v, i > 0, {v: i}) → {'b': 1}
          {'a': 1}.all(k, v, k == 'a' && v == 1) → true
          {'a': 1, 'b': 2}.exists(k, v, v == 2) → true
          {'a': 1, 'b': 2}.transformMap(k, v, v + 1) → {'a': 2, 'b': 3}
          {'a': 1, 'b': 2}.transformMap(k, v, k == 'a', v) → {'a': 1}
          {'a': 'x'}.transformMapEntry(k, v, {v: k}) → {'x': 'a'}
          {'a': 1}.transformList(k, v, k + string(v)) → ['a1']
          [].transformMap(i, v, v) → {}
          {}.transformList(k, v, v) → []
          """)
  void iteratesWithTwoVariables(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          [1, 0].all(x, 1 / x == 1) → error: division by zero
          [0].exists(x, 1 / x == 1) → error: division by zero
          [0, 1].exists_one(x, 1 / x == 1) → error: division by zero
          [1, 0].map(x, 1 / x) → error: division by zero
          [1, 0].filter(x, 1 / x == 1) → error: division by zero
          dyn(1).all(x, true) → error: got 'types.Int', expected iterable type
          dyn('abc').exists(x, true) → error: got 'types.String', expected iterable type
          ['a', 'a'].transformMapEntry(i, v, {v: i}) → error: insert failed: key a already exists
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
