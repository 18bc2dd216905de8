package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Regular expressions. Expected results are those of cel-go with the libraries of Kubernetes 1.35.
 */
class RegexTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          'abc'.matches('b') → true
          'abc'.matches('^b') → false
          'abc'.matches('^a.c$') → true
          'abc'.matches('') → true
          ''.matches('^$') → true
          'a\\nb'.matches('a.b') → false
          'a\\nb'.matches('(?s)a.b') → true
          'ABC'.matches('(?i)abc') → true
          'é'.matches('^.$') → true
          'a1'.matches('^[a-z][0-9]$') → true
          'aaa'.matches('^a{3}$') → true
          'x'.matches('\\\\pL') → true
          matches('abc', 'c$') → true
          'abc 123 def'.find('[0-9]+') → '123'
          'abc'.find('[0-9]+') → ''
          'abc'.find('') → ''
          '1 22 333'.findAll('[0-9]+') → ['1', '22', '333']
          '1 22 333'.findAll('[0-9]+', 2) → ['1', '22']
          '1 22 333'.findAll('[0-9]+', 0) → []
          '1 22 333'.findAll('[0-9]+', -1) → ['1', '22', '333']
          'abc'.findAll('x') → []
          'abab'.findAll('ab') → ['ab', 'ab']
          'aé'.findAll('.') → ['a', 'é']
          'abc'.findAll('') → ['', '', '', '']
          """)
  void matches(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          'a'.matches(dyn('(')) → error: error parsing regexp: missing closing ): `(`
          'a'.matches(dyn('a**')) → error: error parsing regexp: invalid nested repetition operator: `**`
          'a'.matches(dyn('(?=a)')) → error: error parsing regexp: invalid or unsupported Perl syntax: `(?=`
          'a'.matches(dyn('\\\\1')) → error: error parsing regexp: invalid escape sequence: `\\1`
          dyn(1).matches('a') → error: no such overload
          dyn(1).find('a') → error: no such overload
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
