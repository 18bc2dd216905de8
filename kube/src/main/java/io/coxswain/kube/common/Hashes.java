package io.coxswain.kube.common;

import java.nio.charset.StandardCharsets;

/** Short hashes for names and labels. */
public final class Hashes {
  private static final int FNV_OFFSET = 0x811c9dc5;
  private static final int FNV_PRIME = 0x01000193;

  /** No vowels and no digits that resemble them, so that no words can appear. */
  private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

  private Hashes() {}

  /** FNV-1, 32 bits, over the concatenated parts. */
  public static int fnv1(byte[]... parts) {
    int hash = FNV_OFFSET;
    for (byte[] part : parts) {
      for (byte b : part) {
        hash *= FNV_PRIME;
        hash ^= b & 0xff;
      }
    }
    return hash;
  }

  /** FNV-1a, 32 bits, over the concatenated parts. */
  public static int fnv1a(byte[]... parts) {
    int hash = FNV_OFFSET;
    for (byte[] part : parts) {
      for (byte b : part) {
        hash ^= b & 0xff;
        hash *= FNV_PRIME;
      }
    }
    return hash;
  }

  /** The hash as an unsigned decimal number, encoded with letters that are safe in names. */
  public static String encode(int hash) {
    return encode(Integer.toUnsignedString(hash));
  }

  /** Encodes each character as a letter that is safe in names. */
  public static String encode(String text) {
    var encoded = new StringBuilder();
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      encoded.append(ALPHABET.charAt((b & 0xff) % ALPHABET.length()));
    }
    return encoded.toString();
  }
}
