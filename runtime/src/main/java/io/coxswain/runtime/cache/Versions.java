package io.coxswain.runtime.cache;

import org.jspecify.annotations.Nullable;

/**
 * ResourceVersions as numbers, comparable within one kind. One that is not a plain decimal number
 * is {@link #UNKNOWN}, smaller than all others: nobody waits for it.
 */
public final class Versions {
  public static final long UNKNOWN = -1;

  private Versions() {}

  public static long parse(@Nullable String text) {
    if (text == null || text.isEmpty() || text.length() > 18) {
      return UNKNOWN;
    }
    if (text.length() > 1 && text.charAt(0) == '0') {
      return UNKNOWN;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return UNKNOWN;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
