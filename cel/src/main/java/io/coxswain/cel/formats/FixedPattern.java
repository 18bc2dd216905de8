package io.coxswain.cel.formats;

import java.util.regex.Pattern;

/**
 * A regular expression of our own that is matched against whole texts of users. The JDK matches
 * short texts faster, but its time may grow with the square of the length and its stack with the
 * number of repetitions of a group, so RE2 matches long texts. Only syntax that both share may be
 * used.
 */
public final class FixedPattern {
  private static final int LONG_TEXT = 1_000;

  private final Pattern pattern;

  private FixedPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  public static FixedPattern of(String regex) {
    return new FixedPattern(Pattern.compile(regex));
  }

  public boolean matches(String text) {
    return text.length() <= LONG_TEXT
        ? pattern.matcher(text).matches()
        : Patterns.of(pattern.pattern()).matches(text);
  }
}
