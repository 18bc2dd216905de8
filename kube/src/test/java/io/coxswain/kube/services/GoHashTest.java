package io.coxswain.kube.services;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GoHashTest {

  @Test
  void isFnv1aOf128Bits() {
    assertThat(GoHash.of("")).isEqualTo(new GoHash(0x6c62272e07bb0142L, 0x62b821756295c58dL));
    assertThat(GoHash.of("a")).isEqualTo(new GoHash(0xd228cb696f1a8cafL, 0x78912b704e4a8964L));
  }

  @Test
  void comparesAsBytesDo() {
    assertThat(new GoHash(1, -1)).isLessThan(new GoHash(2, 0));
    assertThat(new GoHash(1, -1)).isGreaterThan(new GoHash(1, 1));
    assertThat(new GoHash(-1, 0)).isGreaterThan(new GoHash(1, 0));
  }
}
