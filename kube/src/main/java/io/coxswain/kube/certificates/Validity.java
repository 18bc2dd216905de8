package io.coxswain.kube.certificates;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The validity period of a certificate. */
record Validity(Instant notBefore, Instant notAfter) {
  /** Backdates certificates for clocks that are behind. */
  private static final Duration BACKDATE = Duration.ofMinutes(5);

  /** Durations shorter than this are granted in full; longer ones start at the backdated time. */
  private static final Duration SHORT = Duration.ofHours(8);

  private static final Duration MIN_DURATION = Duration.ofMinutes(10);

  /** The requested duration, limited to the allowed range. */
  static Duration time(@Nullable Integer askedSeconds, Duration longest) {
    if (askedSeconds == null) {
      return longest;
    }
    Duration asked = Duration.ofSeconds(askedSeconds);
    if (asked.compareTo(longest) > 0) {
      return longest;
    }
    return asked.compareTo(MIN_DURATION) < 0 ? MIN_DURATION : asked;
  }

  /**
   * @throws IllegalArgumentException if the CA has expired
   */
  static Validity of(Instant now, Duration time, Instant authorityNotAfter) {
    Instant notBefore = now.minus(BACKDATE);
    if (!notBefore.isBefore(authorityNotAfter)) {
      throw new IllegalArgumentException("the signer has expired: NotAfter=" + authorityNotAfter);
    }
    if (!now.isBefore(authorityNotAfter)) {
      throw new IllegalArgumentException(
          "refusing to sign a certificate that expired in the past: NotAfter=" + authorityNotAfter);
    }
    Instant notAfter = time.compareTo(SHORT) < 0 ? now.plus(time) : now.plus(time).minus(BACKDATE);
    return new Validity(
        notBefore, notAfter.isBefore(authorityNotAfter) ? notAfter : authorityNotAfter);
  }
}
