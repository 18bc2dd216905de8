package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values that have a schema. Expected results are those of cel-go with the libraries of Kubernetes
 * 1.35.
 */
class SchemaValueTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          self.i → 3
          self.d → 2.5
          self.s → 'héllo'
          self.b → true
          self.raw → b'010203'
          self.either → '10%'
          type(self.either) → string
          self.list → ['c', 'a', 'b']
          self.set → ['x', 'y']
          self.keyed → [{'k': 'one', 'v': 1}, {'k': 'two', 'v': 2}]
          self.map → {'m': 1, 'n': 2}
          self.inner.x → 7
          self.__namespace__ → 'ns'
          self.a__dash__b → 'dash'
          self.x__dot__y__slash__z → 'odd'
          self.__underscores__u → 'under'
          has(self.inner.opt) → false
          has(self.inner.x) → true
          has(self.i) → true
          has(self.absent) → false
          has(self.map.m) → true
          has(self.map.zz) → false
          self.nothing → error: no such key: nothing
          has(self.nothing) → false
          size(self.map) → 2
          type(self.inner) → map
          """)
  void readsFields(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          self.set == ['y', 'x'] → true
          self.set == ['x', 'y', 'z'] → false
          self.set == ['x', 'x'] → true
          ['y', 'x'] == self.set → false
          self.set + ['x', 'z'] → ['x', 'y', 'z']
          ['z'] + self.set → ['z', 'x', 'y']
          self.list == ['a', 'b', 'c'] → false
          self.list + ['a'] → ['c', 'a', 'b', 'a']
          self.keyed == self.keyed → true
          self.keyed + [self.keyed[0]] → [{'k': 'one', 'v': 1}, {'k': 'two', 'v': 2}]
          self.keyed.exists(e, e.k == 'two' && e.v == 2) → true
          self.map == {'m': 1, 'n': 2} → true
          self.inner == self.inner → true
          """)
  void comparesSetsAndKeyedLists(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          self.inner.opt → error: no such key: opt
          self.absent → error: no such key: absent
          self.map['q'] → error: no such key: q
          self.map.q → error: no such key: q
          self.list[9] → error: index out of bounds: 9
          self.either > 3 → error: no such overload
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
