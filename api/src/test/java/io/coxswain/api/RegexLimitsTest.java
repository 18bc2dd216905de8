package io.coxswain.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Attack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexLimitsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
        "^.{1,1000}$",
        "(a{2}){500}",
        "[[:alpha:]({]{10}\\Q((((\\E\\pL\\p{Greek}\\x{10FFFF}(?i)x(?P<n>y)",
        "a{,5}{x}",
        ")))",
        "[",
        "\\",
      })
  void ordinaryAndMalformedExpressionsAreLeftToTheParser(String regex) {
    assertThat(RegexLimits.problem(regex)).isEmpty();
  }

  @Test
  @Attack("a regular expression whose groups nest deeper than the stack")
  void rejectsDeepNesting() {
    assertThat(problem("(".repeat(1001) + ")".repeat(1001)))
        .isEqualTo("expression nests too deeply");
    assertThat(RegexLimits.problem("(".repeat(1000) + ")".repeat(1000))).isEmpty();
  }

  @Test
  @Attack("nested repetitions that multiply to a program larger than memory")
  void rejectsRepetitionsThatMultiply() {
    RegexLimits.Problem problem = RegexLimits.problem("((a{100}){100}){100}").orElseThrow();

    assertThat(problem.description()).isEqualTo("invalid repeat count");
    assertThat(problem.fragment()).isEqualTo("{100}");
  }

  @Test
  @Attack("a long regular expression with many repetitions")
  void rejectsLargePrograms() {
    assertThat(problem("a".repeat(20_001))).isEqualTo("expression too large");
    assertThat(problem("[ab]{1000}".repeat(21))).isEqualTo("expression too large");
    assertThat(problem("(abcdefghijklmnopqrstuvwxyz){1000}")).isEqualTo("expression too large");
  }

  private static String problem(String regex) {
    return RegexLimits.problem(regex).orElseThrow().description();
  }
}
