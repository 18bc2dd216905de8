package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Conversions between types. Expected results are those of cel-go with the libraries of Kubernetes
 * 1.35.
 */
class ConversionTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          int(5) → 5
          int(5u) → 5
          int(5.9) → 5
          int(-5.9) → -5
          int('42') → 42
          int('-42') → -42
          int('+42') → 42
          int(timestamp('1970-01-01T00:01:00Z')) → 60
          int(timestamp('1969-12-31T23:59:59.5Z')) → -1
          int(duration('2s')) → 2000000000
          int(9223372036854774784.0) → 9223372036854774784
          int('9223372036854775807') → 9223372036854775807
          """)
  void convertsToInt(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          uint(5) → 5u
          uint(5u) → 5u
          uint(5.9) → 5u
          uint('42') → 42u
          uint('18446744073709551615') → 18446744073709551615u
          uint(18446744073709549568.0) → 18446744073709549568u
          """)
  void convertsToUint(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          double(5) → 5.0
          double(5u) → 5.0
          double(5.5) → 5.5
          double('1.5') → 1.5
          double('-1e3') → -1000.0
          double('NaN') → NaN
          double('nan') → NaN
          double('Inf') → +Inf
          double('inf') → +Inf
          double('-Infinity') → -Inf
          double('infinity') → +Inf
          double('1e400') → error: type conversion error from 'string' to 'double'
          double('0x1p-2') → 0.25
          double('.5') → 0.5
          double('5.') → 5.0
          double('+1.5') → 1.5
          double(18446744073709551615u) → 1.8446744073709552e+19
          double(9223372036854775807) → 9.223372036854776e+18
          """)
  void convertsToDouble(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          string('a') → 'a'
          string(5) → '5'
          string(-5) → '-5'
          string(5u) → '5'
          string(1.5) → '1.5'
          string(2.0) → '2'
          string(1e21) → '1e+21'
          string(1e-7) → '1e-07'
          string(123456789.0) → '1.23456789e+08'
          string(0.000001) → '1e-06'
          string(true) → 'true'
          string(b'abc') → 'abc'
          string(b'\\xc3\\xa9') → 'é'
          string(timestamp('2026-01-01T00:00:00Z')) → '2026-01-01T00:00:00Z'
          string(timestamp('2026-01-01T00:00:00.123Z')) → '2026-01-01T00:00:00.123Z'
          string(duration('1h30m')) → '5400s'
          string(duration('1500ms')) → '1.5s'
          string(duration('-1.5s')) → '-1.5s'
          string(duration('0s')) → '0s'
          string(duration('1ns')) → '0.000000001s'
          string(ip('10.0.0.1')) → '10.0.0.1'
          string(cidr('10.0.0.0/8')) → '10.0.0.0/8'
          string(-0.0) → '-0'
          string(1.0 / 0.0) → '+Inf'
          string(0.0 / 0.0) → 'NaN'
          """)
  void convertsToString(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          bool('true') → true
          bool('T') → true
          bool('1') → true
          bool('False') → false
          bool('f') → false
          bool('0') → false
          bool(true) → true
          bytes('abc') → b'616263'
          bytes('é') → b'c3a9'
          bytes(b'\\x01') → b'01'
          bytes('') → b''
          timestamp('2026-02-03T04:05:06Z') → timestamp(2026-02-03T04:05:06Z)
          timestamp('2026-02-03T04:05:06.789Z') → timestamp(2026-02-03T04:05:06.789Z)
          timestamp(0) → timestamp(1970-01-01T00:00:00Z)
          timestamp(-1) → timestamp(1969-12-31T23:59:59Z)
          timestamp(timestamp('2026-02-03T04:05:06Z')) → timestamp(2026-02-03T04:05:06Z)
          timestamp('0001-01-01T00:00:00Z') → timestamp(0001-01-01T00:00:00Z)
          timestamp('9999-12-31T23:59:59.999999999Z') → timestamp(9999-12-31T23:59:59.999999999Z)
          duration('1h') → duration(3600s)
          duration('1h2m3s') → duration(3723s)
          duration('1.5h') → duration(5400s)
          duration('1ms') → duration(0.001s)
          duration('1us') → duration(0.000001s)
          duration('1µs') → duration(0.000001s)
          duration('-1m') → duration(-60s)
          duration('+1m') → duration(60s)
          duration('0') → duration(0s)
          duration(duration('1s')) → duration(1s)
          dyn(1) → 1
          type(1) → int
          type(1u) → uint
          type(1.0) → double
          type('a') → string
          type(b'a') → bytes
          type(true) → bool
          type(null) → null_type
          type([]) → list
          type({}) → map
          type(type(1)) → type
          type(timestamp(0)) → google.protobuf.Timestamp
          type(duration('1s')) → google.protobuf.Duration
          type(optional.none()) → optional_type
          type(ip('::1')) → net.IP
          type(cidr('::/0')) → net.CIDR
          type(quantity('1')) → kubernetes.Quantity
          type(url('https://a')) → kubernetes.URL
          type(semver('1.2.3')) → kubernetes.Semver
          type(format.dns1123Label()) → kubernetes.NamedFormat
          """)
  void convertsToOtherTypes(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          int('x') → error: type conversion error from 'string' to 'int'
          int('') → error: type conversion error from 'string' to 'int'
          int(' 1') → error: type conversion error from 'string' to 'int'
          int('1.5') → error: type conversion error from 'string' to 'int'
          int('0x10') → error: type conversion error from 'string' to 'int'
          int('9223372036854775808') → error: type conversion error from 'string' to 'int'
          int('٣') → error: type conversion error from 'string' to 'int'
          int(9223372036854775808.0) → error: integer overflow
          int(-9223372036854775808.0) → error: integer overflow
          int(0.0 / 0.0) → error: integer overflow
          int(1.0 / 0.0) → error: integer overflow
          int(18446744073709551615u) → error: integer overflow
          uint(-1) → error: unsigned integer overflow
          uint('-1') → error: type conversion error from 'string' to 'uint'
          uint('+1') → error: type conversion error from 'string' to 'uint'
          uint('18446744073709551616') → error: type conversion error from 'string' to 'uint'
          uint(-0.5) → error: unsigned integer overflow
          uint(18446744073709551616.0) → error: unsigned integer overflow
          uint('x') → error: type conversion error from 'string' to 'uint'
          double('x') → error: type conversion error from 'string' to 'double'
          double('') → error: type conversion error from 'string' to 'double'
          double(' 1') → error: type conversion error from 'string' to 'double'
          double('1d') → error: type conversion error from 'string' to 'double'
          double('1f') → error: type conversion error from 'string' to 'double'
          bool('yes') → error: type conversion error from 'string' to 'bool'
          bool('TrUe') → error: type conversion error from 'string' to 'bool'
          bool('') → error: type conversion error from 'string' to 'bool'
          string(b'\\xff') → error: invalid UTF-8 in bytes, cannot convert to string
          timestamp(dyn('x')) → error: type conversion error from 'string' to 'google.protobuf.Timestamp'
          timestamp(dyn('2026-02-30T00:00:00Z')) → error: type conversion error from 'string' to 'google.protobuf.Timestamp'
          timestamp(dyn('2026-02-03 04:05:06Z')) → error: type conversion error from 'string' to 'google.protobuf.Timestamp'
          timestamp(dyn('2026-02-03T04:05:06')) → error: type conversion error from 'string' to 'google.protobuf.Timestamp'
          timestamp(dyn('10000-01-01T00:00:00Z')) → error: type conversion error from 'string' to 'google.protobuf.Timestamp'
          duration(dyn('1')) → error: type conversion error from 'string' to 'google.protobuf.Duration'
          duration(dyn('x')) → error: type conversion error from 'string' to 'google.protobuf.Duration'
          duration(dyn('1d')) → error: type conversion error from 'string' to 'google.protobuf.Duration'
          duration(dyn('')) → error: type conversion error from 'string' to 'google.protobuf.Duration'
          duration(dyn('9223372037s')) → error: type conversion error from 'string' to 'google.protobuf.Duration'
          int(dyn(true)) → error: no such overload: int(bool)
          int(dyn([])) → error: no such overload: int(list)
          uint(dyn(true)) → error: no such overload: uint(bool)
          double(dyn(true)) → error: no such overload: double(bool)
          bool(dyn(1)) → error: no such overload: bool(int)
          string(dyn([])) → error: no such overload: string(list)
          string(dyn(null)) → error: no such overload: string(null_type)
          bytes(dyn(1)) → error: no such overload: bytes(int)
          timestamp(dyn(true)) → error: no such overload: timestamp(bool)
          duration(dyn(true)) → error: no such overload: duration(bool)
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          int(self.short) → error: type conversion error from 'string' to 'int'
          double(self.short) → error: type conversion error from 'string' to 'double'
          uint(self.short) → error: type conversion error from 'string' to 'uint'
          bool(self.short) → error: type conversion error from 'string' to 'bool'
          timestamp(self.short) → error: type conversion error from 'string' to 'google.protobuf.Timestamp'
          duration(self.short) → error: type conversion error from 'string' to 'google.protobuf.Duration'
          self.s.matches(self.short) → false
          self.s.find(self.short) → ''
          self.short.find('b+') → 'b'
          string(1000000.0) → '1e+06'
          string(1234567.0) → '1.234567e+06'
          string(100000.0) → '100000'
          string(0.0001) → '0.0001'
          string(0.00001) → '1e-05'
          '%s'.format([123456789.0]) → '1.23456789e+08'
          '%s'.format([1e21]) → '1e+21'
          '%s'.format([[1.5, 1000000.0]]) → '[1.500000, 1000000.000000]'
          '%.2f'.format([1234567.891]) → '1,234,567.89'
          '%f'.format([-1234.5]) → '-1,234.500000'
          '%s'.format([[1.0 / 0.0]]) → '["+Inf"]'
          """)
  void convertsDynamicText(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
