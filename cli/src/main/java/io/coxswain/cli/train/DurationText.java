package io.coxswain.cli.train;

import java.util.Locale;

/** Formats durations for people. */
final class DurationText {
  private DurationText() {}

  static String of(long seconds) {
    if (seconds < 100) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
    }
    return String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
  }

  static String exactly(double seconds) {
    return seconds < 100 ? String.format(Locale.ROOT, "%.2f s", seconds) : of(Math.round(seconds));
  }
}
