package io.coxswain.kube.certificates;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** From when to when a certificate is valid. */
record Validity(Instant notBefore, Instant notAfter) {
  /** For clocks that are behind. */
  private static final Duration BACKDATE = Duration.ofMinutes(5);

  /** A short time is given in full, a long one is counted from the backdated beginning. */
  private static final Duration SHORT = Duration.ofHours(8);

  private static final Duration MIN_DURATION = Duration.ofMinutes(10);

  /** How long it shall be valid: what was asked for, within bounds. */
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
   * @throws IllegalArgumentException when the authority is not valid any more
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
