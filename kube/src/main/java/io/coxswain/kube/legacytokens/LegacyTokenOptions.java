package io.coxswain.kube.legacytokens;

import java.time.Duration;

/**
 * Options of the legacy token cleaner.
 *
 * @param cleanUpPeriod {@code --legacy-service-account-token-clean-up-period}
 */
public record LegacyTokenOptions(Duration cleanUpPeriod) {

  public LegacyTokenOptions {
    if (!cleanUpPeriod.isPositive()) {
      throw new IllegalArgumentException("invalid CleanUpPeriod: " + cleanUpPeriod);
    }
  }

  public static LegacyTokenOptions byDefault() {
    return new LegacyTokenOptions(Duration.ofDays(365));
  }
}
