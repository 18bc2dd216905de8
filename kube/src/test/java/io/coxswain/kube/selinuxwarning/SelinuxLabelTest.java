package io.coxswain.kube.selinuxwarning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelinuxLabelTest {

  @ParameterizedTest(name = "{0} and {1}: {2}")
  @CsvSource({
    "'', '', false",
    "u/r/t/s0, u/r/t/s0, false",
    "u/r/t/s0, ///s0, false",
    "u/r/t/s0, ///s1, true",
    "u/r/t/s0, v/r/t/s0, true",
    "u/r/t/s0, u/q/t/s0, true",
    "u/r/t/s0, u/r/p/s0, true",
    "u/r/t/, '', false",
    "///s0, '', true"
  })
  void comparesMissingPartsOnlyOfTheLevel(String one, String other, boolean conflict) {
    assertThat(label(one).conflictsWith(label(other))).isEqualTo(conflict);
    assertThat(label(other).conflictsWith(label(one))).isEqualTo(conflict);
  }

  private static SelinuxLabel label(String text) {
    return text.isEmpty() ? SelinuxLabel.NONE : new SelinuxLabel(List.of(text.split("/", -1)));
  }
}
