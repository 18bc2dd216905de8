package io.coxswain.cli;

import java.nio.file.Path;

/** Checks flag values that have a valid type but cannot be used; a violation is a usage error. */
final class FlagValues {
  private static final int USAGE_ERROR = 2;
  private static final int MAX_PORT = 65_535;

  private FlagValues() {}

  static void checkPort(String flag, int value) {
    checkRange(flag, value, 0, MAX_PORT);
  }

  static void checkRange(String flag, int value, int least, int most) {
    if (value < least || value > most) {
      throw new CommandException(
          "%s: invalid value %d: must be between %d and %d".formatted(flag, value, least, most),
          USAGE_ERROR);
    }
  }

  static void checkPath(String flag, Path value) {
    if (value.toString().isEmpty()) {
      throw new CommandException(
          flag + ": invalid value \"\": must be a path, such as ./coxswain", USAGE_ERROR);
    }
  }
}
