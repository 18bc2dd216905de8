package io.coxswain.kube.certificates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.evidence.property.ForAll;
import io.coxswain.evidence.property.IntRange;
import io.coxswain.evidence.property.Property;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ValidityTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant FAR = NOW.plus(Duration.ofDays(3650));
  private static final Duration YEAR = Duration.ofDays(365);

  @Test
  void givesAShortTimeInFull() {
    Validity validity = Validity.of(NOW, Validity.time(600, YEAR), FAR);

    assertThat(validity.notBefore()).isEqualTo(NOW.minus(Duration.ofMinutes(5)));
    assertThat(validity.notAfter()).isEqualTo(NOW.plus(Duration.ofMinutes(10)));
  }

  @Test
  void countsALongTimeFromTheBackdatedBeginning() {
    assertThat(Validity.of(NOW, Duration.ofHours(24), FAR).notAfter())
        .isEqualTo(NOW.plus(Duration.ofHours(23)).plus(Duration.ofMinutes(55)));
  }

  @Test
  void keepsWithinTheBounds() {
    assertThat(Validity.time(null, YEAR)).isEqualTo(YEAR);
    assertThat(Validity.time(1, YEAR)).isEqualTo(Duration.ofMinutes(10));
    assertThat(Validity.time(Integer.MAX_VALUE, YEAR)).isEqualTo(YEAR);
  }

  @Test
  void rejectsSigningWithAnExpiredCa() {
    assertThatThrownBy(() -> Validity.of(NOW, YEAR, NOW.minus(Duration.ofHours(1))))
        .hasMessageStartingWith("the signer has expired");
    assertThatThrownBy(() -> Validity.of(NOW, YEAR, NOW.minusSeconds(1)))
        .hasMessageStartingWith("refusing to sign a certificate that expired in the past");
  }

  @Property
  void neverOutlivesItsCa(
      @ForAll @IntRange(min = 600, max = 100_000_000) int asked,
      @ForAll @IntRange(min = 1, max = 100_000_000) int authoritySeconds) {
    Instant end = NOW.plusSeconds(authoritySeconds);
    Validity validity = Validity.of(NOW, Validity.time(asked, YEAR), end);

    assertThat(validity.notAfter()).isBeforeOrEqualTo(end).isAfter(NOW);
    assertThat(Duration.between(validity.notBefore(), validity.notAfter()))
        .isLessThanOrEqualTo(YEAR.plus(Duration.ofMinutes(5)));
  }
}
