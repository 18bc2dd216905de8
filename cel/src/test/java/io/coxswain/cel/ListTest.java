package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Functions on lists. Expected results are those of cel-go with the libraries of Kubernetes 1.35.
 */
class ListTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          [1, 2, 3][0] → 1
          [1, 2, 3][2] → 3
          [[1], [2]][1][0] → 2
          [1, 2, 3].size() → 3
          size([]) → 0
          [1, 2, 3][dyn(1.0)] → 2
          [1, 2, 3][dyn(1u)] → 2
          self.list[0] → 'c'
          self.keyed[1].v → 2
          [1, 2, 3].first() → optional(1)
          [1, 2, 3].last() → optional(3)
          [].first() → none
          [].last() → none
          self.list.first().value() → 'c'
          """)
  void accessesElements(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          [3, 1, 2].sort() → [1, 2, 3]
          ['b', 'a'].sort() → ['a', 'b']
          [2.5, -1.0].sort() → [-1.0, 2.5]
          [true, false].sort() → [false, true]
          [b'b', b'a'].sort() → [b'61', b'62']
          [duration('1m'), duration('1s')].sort() → [duration(1s), duration(60s)]
          [timestamp('2026-01-02T00:00:00Z'), timestamp('2026-01-01T00:00:00Z')].sort() → [timestamp(2026-01-01T00:00:00Z), timestamp(2026-01-02T00:00:00Z)]
          [2u, 1u].sort() → [1u, 2u]
          [].sort() → []
          self.list.sort() → ['a', 'b', 'c']
          ['bb', 'a', 'ccc'].sortBy(x, x.size()) → ['a', 'bb', 'ccc']
          ['bb', 'aa', 'c'].sortBy(x, x.size()) → ['c', 'bb', 'aa']
          [1, 2, 3].sortBy(x, -x) → [3, 2, 1]
          [{'n': 2}, {'n': 1}].sortBy(x, x.n) → [{'n': 1}, {'n': 2}]
          [].sortBy(x, x) → []
          [1, 2, 3].reverse() → [3, 2, 1]
          [].reverse() → []
          [1, 1, 2, 1].distinct() → [1, 2]
          ['a', 'a'].distinct() → ['a']
          [].distinct() → []
          [dyn(1), dyn(1.0), dyn(1u), dyn('1')].distinct() → [1, '1']
          [{'a': 1}, {'a': 1}].distinct() → [{'a': 1}]
          [[1], [1], [2]].distinct() → [[1], [2]]
          [[1, 2], [3]].flatten() → [1, 2, 3]
          [[], [1]].flatten() → [1]
          [].flatten() → []
          [1, 2, 3, 4].slice(1, 3) → [2, 3]
          [1, 2].slice(0, 2) → [1, 2]
          [1, 2].slice(1, 1) → []
          [].slice(0, 0) → []
          lists.range(4) → [0, 1, 2, 3]
          lists.range(0) → []
          lists.range(-3) → []
          """)
  void transforms(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          [1, 2, 3].sum() → 6
          [1u, 2u].sum() → 3u
          [1.5, 2.5].sum() → 4.0
          [duration('1s'), duration('2s')].sum() → duration(3s)
          [].sum() → 0
          [1, 3, 2].max() → 3
          [1, 3, 2].min() → 1
          ['b', 'a'].min() → 'a'
          [1.5, 0.5].max() → 1.5
          [true, false].max() → true
          [b'a', b'b'].max() → b'62'
          [duration('1s'), duration('1m')].max() → duration(60s)
          [timestamp('2026-01-02T00:00:00Z'), timestamp('2026-01-01T00:00:00Z')].min() → timestamp(2026-01-01T00:00:00Z)
          [1, 2, 2].isSorted() → true
          [2, 1].isSorted() → false
          [].isSorted() → true
          ['a', 'b'].isSorted() → true
          self.list.isSorted() → false
          [1, 2, 1].indexOf(1) → 0
          [1, 2, 1].lastIndexOf(1) → 2
          [1, 2, 1].indexOf(9) → -1
          [1, 2, 1].lastIndexOf(9) → -1
          ['a'].indexOf('a') → 0
          [[1], [2]].indexOf([2]) → 1
          self.list.max() → 'c'
          """)
  void aggregates(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          [1, 2][2] → error: index out of bounds: 2
          [1, 2][-1] → error: index out of bounds: -1
          [1, 2][9223372036854775807] → error: index out of bounds: 9223372036854775807
          [1, 2][dyn('a')] → error: unsupported index type 'string' in list
          [1, 2][dyn(1.5)] → error: unsupported index value 1.5 in list
          dyn([1])[dyn(true)] → error: unsupported index type 'bool' in list
          dyn(1)[0] → error: no such key: 0
          dyn([1]).a → error: unsupported index type 'string' in list
          [].max() → error: max called on empty list
          [].min() → error: min called on empty list
          [1, 2].slice(-1, 1) → error: cannot slice(-1, 1), negative indexes not supported
          [1, 2].slice(2, 1) → error: cannot slice(2, 1), start index must be less than or equal to end index
          [1, 2].slice(0, 3) → error: cannot slice(0, 3), list is length 2
          [[1]].flatten(-1) → error: level must be non-negative
          [dyn(1), dyn('a')].sort() → error: list elements must have the same type
          [dyn([1]), dyn([2])].sort() → error: list elements must be comparable
          [9223372036854775807, 1].sum() → error: integer overflow
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
