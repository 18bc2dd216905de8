package io.coxswain.slurm.topology;

/**
 * Names of switches and blocks that Slurm reads as they are written. It takes the digits at the end
 * of a name for a number and loses those beyond 64 bits, and then a switch no longer matches the
 * mention of it. Names of nodes are never changed.
 */
final class SafeNames {
  private static final int MAX_DIGITS = 18;

  private SafeNames() {}

  static String of(String name) {
    int digits = 0;
    while (digits < name.length() && isDigit(name.charAt(name.length() - 1 - digits))) {
      digits++;
    }
    return digits > MAX_DIGITS ? name + "_" : name;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
