package io.coxswain.env;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class EntropyTest {
  private final Entropy entropy = new SecureEntropy();

  @Test
  void drawsUuidsOfVersionFour() {
    var one = entropy.uuid();

    assertThat(one.version()).isEqualTo(4);
    assertThat(one.variant()).isEqualTo(2);
    assertThat(one).isNotEqualTo(entropy.uuid());
  }

  @Test
  void drawsSuffixesOfNames() {
    assertThat(entropy.suffix(5)).matches("[" + Entropy.SUFFIX_ALPHABET + "]{5}");
    assertThat(entropy.bytes(32)).hasSize(32);
    assertThat(entropy.nextInt(3)).isBetween(0, 2);
    assertThat(entropy.nextDouble()).isBetween(0.0, 1.0);
  }
}
