package io.coxswain.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.Attack;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected texts are those of apimachinery v0.35.8. */
class QuantitiesTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      quoteCharacter = '`',
      textBlock =
          """
          0,                       0,                       0
          .,                       0,                       0
          +,                       0,                       0
          k,                       0,                       0
          e5,                      0,                       0
          1.,                      1.,                      1.
          +5,                      +5,                      +5
          1.500,                   1.500,                   1.500
          1.10,                    1100m,                   1100m
          0.0001,                  100u,                    1m
          1n,                      1n,                      1m
          0.5n,                    1n,                      1m
          1.5u,                    1500n,                   1m
          -0.1n,                   -1n,                     -1m
          1000,                    1k,                      1k
          1e3,                     1e3,                     1e3
          1E3,                     1E3,                     1E3
          1E5,                     100e3,                   100e3
          1.0e3,                   1e3,                     1e3
          1e-10,                   1e-9,                    1e-3
          1e21,                    1e21,                    1e21
          5e100,                   50e99,                   50e99
          1024Ki,                  1Mi,                     1Mi
          1025Ki,                  1025Ki,                  1025Ki
          001Gi,                   001Gi,                   001Gi
          1.5Gi,                   1536Mi,                  1536Mi
          0.1Ki,                   102400m,                 102400m
          0.0001Ki,                102400u,                 103m
          0.5Ki,                   512,                     512
          7Ei,                     7Ei,                     7Ei
          8Ei,                     9223372036854775807,     9223372036854775807
          -9Ei,                    -9223372036854775807,    -9223372036854775807
          12345678901234567890,    12345678901234567890,    12345678901234567890
          270100200192030233.005m, 270100200192030233005u,  270100200192030234m
          """)
  void readsAndRoundsAsUpstream(String text, String canonical, String roundedUp) {
    assertThat(Quantities.canonical(text)).isEqualTo(canonical);
    assertThat(Quantities.roundedUp(text)).isEqualTo(roundedUp);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      textBlock =
          """
          1x,      quantities must match the regular expression
          1..2,    quantities must match the regular expression
          1_000,   quantities must match the regular expression
          NaN,     quantities must match the regular expression
          1ki,     unable to parse quantity's suffix
          1K,      unable to parse quantity's suffix
          1e,      unable to parse quantity's suffix
          1e+,     unable to parse quantity's suffix
          1e9223372036854775808, unable to parse quantity's suffix
          Pi,      unable to parse numeric part of quantity
          e-23,    unable to parse numeric part of quantity
          """)
  void reportsMalformedQuantitiesAsUpstream(String text, String message) {
    assertThatThrownBy(() -> Quantities.parsed(text)).hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e2147483647", "1e1000000000", "999999999999999999e999999999"})
  @Attack("a quantity whose exponent asks for gigabytes of digits")
  void hugeExponentsCountAsTheLargestAmount(String text) {
    BigDecimal value = Quantities.value(text);

    assertThat(value).isEqualByComparingTo(BigDecimal.TEN.pow(1000));
    assertThat(Quantities.canonical(text).length()).isLessThan(40);
    assertThat(Quantities.roundedUp(text)).isEqualTo(Quantities.canonical(text));
    assertThat(Quantities.value(Quantities.add(text, text))).isEqualByComparingTo(value);
    assertThat(Quantities.value(Quantities.multiply(text, 1000))).isEqualByComparingTo(value);
    assertThat(Quantities.value(Quantities.subtract("1", text)))
        .isGreaterThanOrEqualTo(value.negate());
    assertThat(Quantities.value(text).toBigInteger().bitLength()).isLessThan(4000);
  }

  @Test
  @Attack("a quantity with a huge negative exponent")
  void tinyExponentsRoundUpToANano() {
    assertThat(Quantities.canonical("1e-2147483648")).isEqualTo("1e-9");
    assertThat(Quantities.canonical("-1e-999999999")).isEqualTo("-1e-9");
  }

  @Test
  @Attack("a quantity of three million digits")
  void manyDigitsAreRejectedOrRoundedWithoutArithmeticOnThem() {
    String digits = "9".repeat(3_000_000);

    assertThatThrownBy(() -> Quantities.parsed(digits))
        .hasMessage("unable to parse numeric part of quantity");
    assertThat(Quantities.canonical("0." + digits)).isEqualTo("1");
    assertThat(Quantities.canonical("0." + digits + "Ki")).isEqualTo("1Ki");
    assertThat(Quantities.canonical("0." + "0".repeat(3_000_000) + "1")).isEqualTo("1n");
  }

  @ParameterizedTest
  @CsvSource({
    "1500m, 2",
    "9223372036854775807, 9223372036854775807",
    "9223372036854775808, 9223372036854775807",
    "100E, 9223372036854775807",
    "1e900, 9223372036854775807",
    "-100E, -9223372036854775807",
  })
  void saturatesAtTheRangeOfALong(String quantity, long expected) {
    assertThat(Quantities.saturated(Quantities.value(quantity), RoundingMode.UP))
        .isEqualTo(expected);
  }
}
