package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Maps: access and presence. Expected results are those of cel-go with the libraries of Kubernetes
 * 1.35.
 */
class MapTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          {'a': 1}['a'] → 1
          {'a': 1}.a → 1
          {'a': {'b': 2}}.a.b → 2
          {1: 'x'}[1] → 'x'
          {1u: 'x'}[1u] → 'x'
          {true: 'x'}[true] → 'x'
          {1: 'x'}[dyn(1.0)] → 'x'
          {1: 'x'}[dyn(1u)] → 'x'
          {'a': 1}.size() → 1
          size({}) → 0
          {'a': null}.a → null
          has({'a': 1}.a) → true
          has({'a': 1}.b) → false
          has({'a': null}.a) → true
          self.map['m'] → 1
          self.map.m → 1
          {'a': 1, 'b': 2}.map(k, k + '!') → ['a!', 'b!']
          {'a': 1}.exists(k, k == 'a') → true
          {'a': 1}.all(k, k == 'b') → false
          {'b': 1, 'a': 2}.filter(k, k == 'a') → ['a']
          {}.all(k, false) → true
          """)
  void accessesEntries(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          {'a': 1}['b'] → error: no such key: b
          {'a': 1}.b → error: no such key: b
          {1: 'x'}[2] → error: no such key: 2
          {1: 'x'}[dyn('1')] → error: no such key: 1
          {true: 'x'}[false] → error: no such key: false
          {'a': 1, 'a': 2} → {'a': 2}
          {dyn(1.5): 'a'} → {1.5: 'a'}
          {dyn(null): 1} → {null: 1}
          {dyn([1]): 1} → {[1]: 1}
          dyn('a').b → error: no such key: b
          dyn(1)['a'] → error: no such key: a
          has(dyn(1).a) → false
          has(dyn('x').a) → false
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
