package io.coxswain.env;

import java.util.UUID;

/** Randomness. */
public interface Entropy {

  /**
   * The letters and digits of generated Kubernetes names: no vowels, nothing that looks like
   * another.
   */
  String SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  long nextLong();

  /** Uniform in [0, bound). */
  int nextInt(int bound);

  /** Uniform in [0, 1). */
  double nextDouble();

  /** Unpredictable bytes, fit for keys and tokens. */
  byte[] bytes(int count);

  /** A source of its own for one purpose, so that a new draw for one does not shift the others. */
  Entropy derive(String purpose);

  /** A random (version 4) UUID. */
  default UUID uuid() {
    long high = (nextLong() & ~0xF000L) | 0x4000L;
    long low = (nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  /** The random end of a generated name. */
  default String suffix(int length) {
    var text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(SUFFIX_ALPHABET.charAt(nextInt(SUFFIX_ALPHABET.length())));
    }
    return text.toString();
  }
}
