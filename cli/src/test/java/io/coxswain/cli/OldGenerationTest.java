package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OldGenerationTest {
  private static final long MIB = 1L << 20;

  @Test
  void mayGrowByHalfOfWhatLives() {
    assertThat(OldGeneration.limit(200 * MIB, 6000 * MIB)).isEqualTo(300 * MIB);
  }

  @Test
  void isLeftAloneWhileItIsSmall() {
    assertThat(OldGeneration.limit(10 * MIB, 6000 * MIB)).isEqualTo(64 * MIB);
  }

  @Test
  void neverWaitsForMoreThanItCanHold() {
    assertThat(OldGeneration.limit(200 * MIB, 256 * MIB)).isEqualTo(256 * MIB);
    assertThat(OldGeneration.limit(200 * MIB, -1)).isEqualTo(300 * MIB);
  }

  @Test
  void isWorthItOnlyAfterCompressionHasFinished() {
    assertThat(OldGeneration.isWorthIt(60 * MIB, 10 * MIB)).as("it goes on").isFalse();
    assertThat(OldGeneration.isWorthIt(60 * MIB, 0)).isTrue();
    assertThat(OldGeneration.isWorthIt(10 * MIB, 0)).as("too little").isFalse();
  }
}
