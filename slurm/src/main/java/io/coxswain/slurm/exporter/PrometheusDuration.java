package io.coxswain.slurm.exporter;

import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.GoDuration;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as Prometheus writes them, {@code 1d} or {@code 1h30m}, or else as Go does. */
final class PrometheusDuration {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(\\d+)y)?(?:(\\d+)w)?(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?(?:(\\d+)ms)?");
  private static final long[] MILLIS = {
    365L * 86_400_000, 7L * 86_400_000, 86_400_000, 3_600_000, 60_000, 1_000, 1
  };

  private PrometheusDuration() {}

  static Duration parse(String text) throws FlagException {
    if (text.isEmpty()) {
      throw new FlagException("empty duration string");
    }
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      try {
        return GoDuration.parse(text);
      } catch (FlagException e) {
        throw new FlagException("not a valid duration string: \"" + text + "\"");
      }
    }
    try {
      long millis = 0;
      for (int i = 0; i < MILLIS.length; i++) {
        String number = matcher.group(i + 1);
        if (number != null) {
          millis = Math.addExact(millis, Math.multiplyExact(Long.parseLong(number), MILLIS[i]));
        }
      }
      return Duration.ofMillis(millis);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new FlagException("duration out of range: \"" + text + "\"");
    }
  }
}
