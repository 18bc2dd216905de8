package io.coxswain.env;

import java.util.UUID;

/** A source of randomness. */
public interface Entropy {

  /** The alphabet of generated Kubernetes names: no vowels and no characters that look alike. */
  String SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  long nextLong();

  /** Uniform in [0, bound). */
  int nextInt(int bound);

  /** Uniform in [0, 1). */
  double nextDouble();

  /** Unpredictable bytes, suitable for keys and tokens. */
  byte[] bytes(int count);

  /**
   * An independent source for one purpose, so that an additional draw for one purpose does not
   * shift the others.
   */
  Entropy derive(String purpose);

  /** A random (version 4) UUID. */
  default UUID uuid() {
    long high = (nextLong() & ~0xF000L) | 0x4000L;
    long low = (nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  /** The random suffix of a generated name. */
  default String suffix(int length) {
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(SUFFIX_ALPHABET.charAt(nextInt(SUFFIX_ALPHABET.length())));
    }
    return text.toString();
  }
}
