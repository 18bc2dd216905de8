package io.coxswain.cel.formats;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.concurrent.ConcurrentHashMap;

/** Compiled regular expressions of RE2, kept because the same few are asked for again and again. */
public final class Patterns {
  private static final int MOST = 2_000;
  private static final ConcurrentHashMap<String, Pattern> known = new ConcurrentHashMap<>();

  private Patterns() {}

  /**
   * The compiled form.
   *
   * @throws PatternSyntaxException if it is not a regular expression
   */
  public static Pattern of(String regex) {
    Pattern pattern = known.get(regex);
    if (pattern == null) {
      pattern = Pattern.compile(regex);
      if (known.size() >= MOST) {
        known.clear();
      }
      known.put(regex, pattern);
    }
    return pattern;
  }
}
