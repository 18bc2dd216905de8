package io.coxswain.cel.value;

/** An unsigned number of 64 bits. */
public record Unsigned(long bits) {
  @Override
  public String toString() {
    return Long.toUnsignedString(bits);
  }

  public double toDouble() {
    return bits >= 0 ? (double) bits : Math.scalb((double) (bits >>> 1), 1) + (bits & 1);
  }
}
