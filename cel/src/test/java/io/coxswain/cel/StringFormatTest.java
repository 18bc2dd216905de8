package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code format}. Expected results are those of cel-go with the libraries of Kubernetes 1.35. */
class StringFormatTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          '%s'.format(['a']) → 'a'
          '%s'.format([1]) → '1'
          '%s'.format([1u]) → '1'
          '%s'.format([1.5]) → '1.5'
          '%s'.format([2.0]) → '2'
          '%s'.format([true]) → 'true'
          '%s'.format([null]) → 'null'
          '%s'.format([b'abc']) → 'abc'
          '%s'.format([[1, 'a', 2.5, true, null]]) → '[1, "a", 2.500000, true, null]'
          '%s'.format([{'b': 1, 'a': 'x'}]) → '{"a":"x", "b":1}'
          '%s'.format([{1: [2], 0: []}]) → '{0:[], 1:[2]}'
          '%s'.format([int]) → 'int'
          '%s'.format([timestamp('2026-01-01T00:00:00Z')]) → '2026-01-01T00:00:00Z'
          '%s'.format([duration('90s')]) → '90s'
          '%s'.format([[timestamp('2026-01-01T00:00:00Z'), duration('1.5s')]]) → '[timestamp("2026-01-01T00:00:00Z"), duration("1.5s")]'
          '%s'.format([[type(1), b'a', 'q"q']]) → '[int, b"a", "q\\"q"]'
          '%d'.format([42]) → '42'
          '%d'.format([-42]) → '-42'
          '%d'.format([18446744073709551615u]) → '18446744073709551615'
          '%f'.format([1.5]) → '1.500000'
          '%.2f'.format([3.14159]) → '3.14'
          '%.0f'.format([2.5]) → '2'
          '%.0f'.format([3.5]) → '4'
          '%.3f'.format([-0.0005]) → '-0.001'
          '%f'.format([1e20]) → '100,000,000,000,000,000,000.000000'
          '%f'.format([1.0 / 0.0]) → '∞'
          '%f'.format([-1.0 / 0.0]) → '-∞'
          '%f'.format([0.0 / 0.0]) → 'NaN'
          '%e'.format([1234.5678]) → '1.234568×10⁰³'
          '%.3e'.format([0.00012345]) → '1.234500×10⁻⁰⁴'
          '%.0e'.format([15.0]) → '1.500000×10⁰¹'
          '%e'.format([0.0]) → '0.000000×10⁰⁰'
          '%b'.format([5]) → '101'
          '%b'.format([-5]) → '-101'
          '%b'.format([5u]) → '101'
          '%b'.format([true]) → '1'
          '%b'.format([false]) → '0'
          '%b'.format([-9223372036854775807 - 1]) → '-1000000000000000000000000000000000000000000000000000000000000000'
          '%o'.format([8]) → '10'
          '%o'.format([-8]) → '-10'
          '%o'.format([8u]) → '10'
          '%x'.format([255]) → 'ff'
          '%X'.format([255]) → 'FF'
          '%x'.format([-255]) → '-ff'
          '%x'.format([255u]) → 'ff'
          '%x'.format(['Hi']) → '4869'
          '%X'.format(['Hi~']) → '48697E'
          '%x'.format([b'\\x01\\xff']) → '01ff'
          '%x'.format([-9223372036854775807 - 1]) → '-8000000000000000'
          '%%'.format([]) → '%'
          '100%% of %d'.format([3]) → '100% of 3'
          ''.format([]) → ''
          '%s %s'.format(['a', 'b']) → 'a b'
          'é%s😀'.format(['x']) → 'éx😀'
          '%s'.format([self.list]) → '["c", "a", "b"]'
          '%s'.format([self.i]) → '3'
          '%s and %d'.format([self.s, self.i]) → 'héllo and 3'
          """)
  void formats(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          dyn('%').format([]) → error: index 0 out of range
          dyn('%s').format([]) → error: index 0 out of range
          dyn('%z').format([1]) → error: could not parse formatting clause: unrecognized formatting clause "z"
          dyn('%d').format(['a']) → error: error during formatting: decimal clause can only be used on integers, was given string
          dyn('%d').format([1.5]) → error: error during formatting: decimal clause can only be used on integers, was given double
          dyn('%f').format(['a']) → error: error during formatting: fixed-point clause can only be used on doubles, was given string
          dyn('%f').format([1]) → error: error during formatting: fixed-point clause can only be used on doubles, was given int
          dyn('%e').format([1]) → error: error during formatting: scientific clause can only be used on doubles, was given int
          dyn('%b').format(['a']) → error: error during formatting: only integers and bools can be formatted as binary, was given string
          dyn('%o').format(['a']) → error: error during formatting: octal clause can only be used on integers, was given string
          dyn('%o').format([1.5]) → error: error during formatting: octal clause can only be used on integers, was given double
          dyn('%x').format([1.5]) → error: error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given double
          dyn('%x').format([true]) → error: error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given bool
          dyn('%s').format([optional.of(1)]) → error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type
          dyn('%s').format([ip('::1')]) → error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given net.IP
          dyn('%.1').format([1.5]) → error: could not parse formatting clause: error while parsing precision: could not find end of precision specifier
          dyn('%.f').format([1.5]) → error: could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax
          dyn('%s').format(['a', 'b']) → 'a'
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
