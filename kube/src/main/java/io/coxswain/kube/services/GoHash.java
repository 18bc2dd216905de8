package io.coxswain.kube.services;

import java.nio.charset.StandardCharsets;

/**
 * FNV-1a with 128 bits. Upstream sorts ports by this hash of their Go representation, and so does
 * this controller, so that both write equal lists.
 */
public record GoHash(long high, long low) implements Comparable<GoHash> {
  private static final long HIGH = 0x6c62272e07bb0142L;
  private static final long LOW = 0x62b821756295c58dL;

  /** The prime is 2^88 plus this. */
  private static final long PRIME = 0x13b;

  public static GoHash of(String text) {
    long high = HIGH;
    long low = LOW;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      low ^= b & 0xff;
      high = high * PRIME + Math.unsignedMultiplyHigh(low, PRIME) + (low << 24);
      low *= PRIME;
    }
    return new GoHash(high, low);
  }

  @Override
  public int compareTo(GoHash other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }
}
