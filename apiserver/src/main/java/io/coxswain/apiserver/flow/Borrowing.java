package io.coxswain.apiserver.flow;

import java.util.List;

/**
 * Distributes all seats among the priority levels by their demand. Each level gets the same
 * fraction of what it wants, but at least what it does not lend or has just used of its own, and at
 * most what it may borrow.
 */
final class Borrowing {
  private static final int STEPS = 60;

  private Borrowing() {}

  /** The bounds of a level, and the seats that it wants. */
  record Claim(double least, double most, double wanted) {
    double at(double fraction) {
      return Math.clamp(Math.max(wanted, 1) * fraction, least, Math.max(least, most));
    }
  }

  /** The fraction at which the claims take up the seats, as far as their bounds allow. */
  static double fraction(double seats, List<Claim> claims) {
    double low = 0;
    double high = 1;
    while (total(high, claims) < seats && high < 1e9) {
      high *= 2;
    }
    for (int i = 0; i < STEPS; i++) {
      double middle = (low + high) / 2;
      if (total(middle, claims) < seats) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static double total(double fraction, List<Claim> claims) {
    double total = 0;
    for (Claim claim : claims) {
      total += claim.at(fraction);
    }
    return total;
  }
}
