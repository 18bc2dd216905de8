package io.coxswain.trainer.suggestion;

/** The standard normal distribution. */
final class Normal {
  static final double LOG_ROOT_TWO_PI = 0.918_938_533_204_672_7;

  private Normal() {}

  static double density(double z) {
    return StrictMath.exp(-z * z / 2 - LOG_ROOT_TWO_PI);
  }

  /**
   * The probability of at most z, with an absolute error below 1e-7 (Abramowitz and Stegun,
   * 7.1.26).
   */
  static double cdf(double z) {
    double x = Math.abs(z) / Math.sqrt(2);
    double t = 1 / (1 + 0.3275911 * x);
    double series =
        t
            * (0.254829592
                + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    double tail = series * StrictMath.exp(-x * x) / 2;
    return z < 0 ? tail : 1 - tail;
  }
}
