package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kubernetes quantities. Expected results are those of cel-go with the libraries of Kubernetes
 * 1.35.
 */
class QuantityTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          isQuantity('1') → true
          isQuantity('1.5Gi') → true
          isQuantity('500m') → true
          isQuantity('-1') → true
          isQuantity('+1k') → true
          isQuantity('1e3') → true
          isQuantity('1E3') → true
          isQuantity('1E') → true
          isQuantity('1Ei') → true
          isQuantity('.5') → true
          isQuantity('5.') → true
          isQuantity('1u') → true
          isQuantity('1n') → true
          isQuantity('') → false
          isQuantity('1x') → false
          isQuantity('1 Gi') → false
          isQuantity('1gi') → false
          isQuantity('Gi') → true
          isQuantity('1.2.3') → false
          quantity('1Ki') == quantity('1024') → true
          quantity('1k') == quantity('1000') → true
          quantity('1000m') == quantity('1') → true
          quantity('1.5').isGreaterThan(quantity('1')) → true
          quantity('1').isGreaterThan(quantity('1')) → false
          quantity('1').isLessThan(quantity('2')) → true
          quantity('1').compareTo(quantity('2')) → -1
          quantity('2').compareTo(quantity('2000m')) → 0
          quantity('3').compareTo(quantity('2')) → 1
          quantity('1Gi').isInteger() → true
          quantity('1m').isInteger() → false
          quantity('1000m').isInteger() → false
          quantity('1E').isInteger() → true
          quantity('10E').isInteger() → false
          quantity('5').asInteger() → 5
          quantity('2k').asInteger() → 2000
          quantity('-2Ki').asInteger() → -2048
          quantity('1.5').asApproximateFloat() → 1.5
          quantity('500m').asApproximateFloat() → 0.5
          quantity('1Gi').asApproximateFloat() → 1.073741824e+09
          quantity('1').add(quantity('500m')) == quantity('1.5') → true
          quantity('1').add(2).asInteger() → 3
          quantity('1').sub(2).asInteger() → -1
          quantity('1Gi').add(quantity('1Mi')).asInteger() → 1074790400
          quantity('1') == quantity('2') → false
          quantity('1') != quantity('2') → true
          """)
  void parsesAndCompares(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          quantity('x') → error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
          quantity('') → error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
          quantity('1x') → error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
          quantity('1.5').asInteger() → error: cannot convert value to integer
          quantity('10E').asInteger() → error: cannot convert value to integer
          quantity('1.2.3') → error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'
          string(dyn(quantity('1'))) → error: no such overload: string(kubernetes.Quantity)
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
          quantity('1.0').isInteger() → false
          quantity('2000m').isInteger() → false
          quantity('1.5k').isInteger() → true
          quantity('1500m').isInteger() → false
          quantity('0.5k').isInteger() → true
          quantity('1.0Ki').isInteger() → false
          quantity('1.50').isInteger() → false
          quantity('0').isInteger() → true
          quantity('0m').isInteger() → false
          quantity('1000m').asInteger() → error: cannot convert value to integer
          quantity('1500m').add(quantity('500m')).isInteger() → false
          quantity('1').add(quantity('0m')).isInteger() → true
          quantity('9223372036854775807').isInteger() → false
          quantity('9223372036854775808').isInteger() → false
          quantity('1e3').isInteger() → true
          quantity('1Ki').asInteger() → 1024
          quantity('0.5Ki').asInteger() → error: cannot convert value to integer
          quantity('0.5Ki').isInteger() → false
          """)
  void tellsIntegersByScale(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
