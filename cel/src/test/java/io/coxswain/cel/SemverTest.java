package io.coxswain.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.cel.value.EvalException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Semantic versions. Expected results are those of cel-go with the libraries of Kubernetes 1.35.
 */
class SemverTest {

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource(
      delimiterString = " → ",
      quoteCharacter = '\u0001',
      textBlock =
          """
          isSemver('1.2.3') → true
          isSemver('1.2.3-rc.1+b.2') → true
          isSemver('1.2') → false
          isSemver('v1.2.3') → false
          isSemver('01.2.3') → false
          isSemver('1.2.3-01') → false
          isSemver('1.2.3-') → false
          isSemver('1.2.3+') → false
          isSemver('') → false
          isSemver('1.2.x') → false
          isSemver('v1.2.3', true) → true
          isSemver('1.2', true) → true
          isSemver('v1', true) → true
          isSemver('01.02.03', true) → true
          isSemver('1.2-rc', true) → false
          isSemver('x', true) → false
          semver('1.2.3').major() → 1
          semver('1.2.3').minor() → 2
          semver('1.2.3').patch() → 3
          semver('v1.2', true).minor() → 2
          semver('v01', true).major() → 1
          semver('1.2.3').isLessThan(semver('1.10.0')) → true
          semver('1.2.3-rc.1').isLessThan(semver('1.2.3')) → true
          semver('1.2.3-rc.2').isLessThan(semver('1.2.3-rc.10')) → true
          semver('1.2.3-a').isGreaterThan(semver('1.2.3-1')) → true
          semver('1.2.3-a.b').isGreaterThan(semver('1.2.3-a')) → true
          semver('2.0.0').isGreaterThan(semver('1.9.9')) → true
          semver('1.2.3').compareTo(semver('1.2.3')) → 0
          semver('1.2.3').compareTo(semver('1.2.4')) → -1
          semver('1.2.4').compareTo(semver('1.2.3')) → 1
          semver('1.2.3+a').compareTo(semver('1.2.3+b')) → 0
          semver('1.2.3') == semver('1.2.3') → true
          semver('1.2.3') == semver('1.2.4') → false
          semver('1.2.3+a') == semver('1.2.3+b') → true
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
          semver('x') → error: No Major.Minor.Patch elements found
          semver('') → error: Version string empty
          semver('1.2') → error: No Major.Minor.Patch elements found
          semver('a.2.3') → error: Invalid character(s) found in major number "a"
          semver('1.b.3') → error: Invalid character(s) found in minor number "b"
          semver('1.2.c') → error: Invalid character(s) found in patch number "c"
          semver('01.2.3') → error: Major number must not contain leading zeroes "01"
          semver('1.02.3') → error: Minor number must not contain leading zeroes "02"
          semver('1.2.03') → error: Patch number must not contain leading zeroes "03"
          semver('1.2.3-') → error: Prerelease is empty
          semver('1.2.3-01') → error: Numeric PreRelease version must not contain leading zeroes "01"
          semver('1.2.3-a_b') → error: Invalid character(s) found in prerelease "a_b"
          semver('1.2.3+') → error: Build meta data is empty
          semver('1.2.3+a_b') → error: Invalid character(s) found in build meta data "a_b"
          semver('1.2-rc', true) → error: short version cannot contain PreRelease/Build meta data
          semver('18446744073709551616.0.0') → error: strconv.ParseUint: parsing "18446744073709551616": value out of range
          semver('..') → error: strconv.ParseUint: parsing "": invalid syntax
          """)
  void reportsErrors(String expression, String result) throws EvalException {
    assertThat(Expressions.result(expression)).isEqualTo(result);
  }
}
