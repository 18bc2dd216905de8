package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Functions on strings. Expected results are those of cel-go with the libraries of Kubernetes 1.35.
 */
class StringTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          'abc'.size() → 3
          size('abc') → 3
          ''.size() → 0
          'é😀'.size() → 2
          b'é'.size() → 2
          'abc'.contains('b') → true
          'abc'.contains('') → true
          'abc'.contains('d') → false
          'abc'.startsWith('ab') → true
          'abc'.startsWith('') → true
          'abc'.startsWith('b') → false
          'abc'.endsWith('bc') → true
          'abc'.endsWith('') → true
          'abc'.endsWith('b') → false
          'hello'.indexOf('l') → 2
          'hello'.indexOf('l', 3) → 3
          'hello'.indexOf('z') → -1
          'hello'.indexOf('') → 0
          'hello'.indexOf('', 3) → 3
          'hello'.indexOf('', 5) → 5
          'hello'.indexOf('l', 5) → -1
          'é😀a'.indexOf('a') → 2
          'é😀a'.indexOf('😀') → 1
          'hello'.lastIndexOf('l') → 3
          'hello'.lastIndexOf('l', 2) → 2
          'hello'.lastIndexOf('z') → -1
          'hello'.lastIndexOf('') → 5
          'hello'.lastIndexOf('', 2) → 2
          'hello'.lastIndexOf('hello') → 0
          'hello'.lastIndexOf('hellohello') → -1
          'é😀a😀'.lastIndexOf('😀') → 3
          ''.indexOf('a') → -1
          ''.lastIndexOf('a') → -1
          ''.lastIndexOf('') → 0
          'hello'.charAt(0) → 'h'
          'hello'.charAt(4) → 'o'
          'hello'.charAt(5) → ''
          'é😀a'.charAt(1) → '😀'
          """)
  void measuresAndSearches(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          'AbCÉ'.lowerAscii() → 'abcÉ'
          'aBcé'.upperAscii() → 'ABCé'
          '  a b '.trim() → 'a b'
          '\\t\\n\\r a\\v\\f'.trim() → 'a'
          '\\u00a0a\\u0085'.trim() → 'a'
          '\\u2003a\\u3000'.trim() → 'a'
          'a-b-c'.replace('-', '+') → 'a+b+c'
          'a-b-c'.replace('-', '+', 1) → 'a+b-c'
          'a-b-c'.replace('-', '+', 0) → 'a-b-c'
          'a-b-c'.replace('-', '+', -1) → 'a+b+c'
          'a-b-c'.replace('-', '') → 'abc'
          'abc'.replace('', '-') → '-a-b-c-'
          'abc'.replace('', '-', 2) → '-a-bc'
          'abc'.replace('x', 'y') → 'abc'
          '😀'.replace('', '-') → '-😀-'
          'aaa'.replace('aa', 'b') → 'ba'
          'a,b,c'.split(',') → ['a', 'b', 'c']
          'a,b,c'.split(',', 2) → ['a', 'b,c']
          'a,b,c'.split(',', 1) → ['a,b,c']
          'a,b,c'.split(',', 0) → []
          'a,b,c'.split(',', -1) → ['a', 'b', 'c']
          'a,b,c'.split(',', 9) → ['a', 'b', 'c']
          'abc'.split('') → ['a', 'b', 'c']
          'abc'.split('', 2) → ['a', 'bc']
          'é😀'.split('') → ['é', '😀']
          ''.split(',') → ['']
          ''.split('') → []
          ',a,'.split(',') → ['', 'a', '']
          'hello'.substring(2) → 'llo'
          'hello'.substring(5) → ''
          'hello'.substring(1, 3) → 'el'
          'hello'.substring(0, 0) → ''
          'é😀a'.substring(1, 2) → '😀'
          ['a', 'b'].join() → 'ab'
          ['a', 'b'].join('-') → 'a-b'
          [].join('-') → ''
          ['a'].join('-') → 'a'
          strings.quote('a"b') → '"a\\"b"'
          strings.quote('a\\nb\\tc\\\\d') → '"a\\nb\\tc\\\\d"'
          strings.quote('\\a\\b\\f\\r\\v') → '"\\a\\b\\f\\r\\v"'
          strings.quote('é😀') → '"é😀"'
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
          '\\x41' → 'A'
          '\\u00e9' → 'é'
          '\\U0001f600' → '😀'
          '\\101' → 'A'
          '\\\\' → '\\'
          '\\'' → '''
          "\\"" → '"'
          '\\`' → '`'
          '\\?' → '?'
          r'\\n' → '\\n'
          R'\\\\' → '\\\\'
          '''a'b''' → 'a'b'
          \"""a"b\""" → 'a"b'
          """)
  void readsEscapes(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          'hello'.charAt(-1) → error: index out of range: -1
          'hello'.charAt(6) → error: index out of range: 6
          'hello'.indexOf('l', -1) → error: index out of range: -1
          'hello'.indexOf('l', 9) → -1
          'hello'.lastIndexOf('l', -1) → error: index out of range: -1
          'hello'.lastIndexOf('l', 9) → -1
          'hello'.substring(-1) → error: index out of range: -1
          'hello'.substring(6) → error: index out of range: 6
          'hello'.substring(3, 2) → error: invalid substring range. start: 3, end: 2
          'hello'.substring(0, 6) → error: index out of range: 6
          'hello'.substring(-1, 2) → error: index out of range: -1
          dyn(1).contains('a') → error: no such overload
          dyn(1).startsWith('a') → error: no such overload
          size(dyn(1)) → error: no such overload: size
          dyn(true).size() → error: no such overload: size
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
