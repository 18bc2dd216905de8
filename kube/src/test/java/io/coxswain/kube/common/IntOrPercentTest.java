package io.coxswain.kube.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.IntOrString;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntOrPercentTest {
  @ParameterizedTest
  @CsvSource({
    "25%, 10, 3, 2",
    "200%, 10, 20, 20",
    "999999999%, 1000, 2147483647, 2147483647",
    "-999999999%, 1000, -2147483648, -2147483648",
  })
  void roundsAndSaturates(String percent, int total, int up, int down) {
    var value = new IntOrString(percent);

    assertThat(IntOrPercent.roundedUp(value, total)).isEqualTo(up);
    assertThat(IntOrPercent.roundedDown(value, total)).isEqualTo(down);
  }
}
