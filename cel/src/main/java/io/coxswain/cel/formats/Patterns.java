package io.coxswain.cel.formats;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.coxswain.api.RegexLimits;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Compiled regular expressions of RE2. Small ones are cached, because the same few are used again
 * and again.
 */
public final class Patterns {
  private static final int MAX_CACHED = 1_000;
  private static final int MAX_CACHED_SIZE = 1_000;
  private static final ConcurrentHashMap<String, Pattern> cached = new ConcurrentHashMap<>();

  private Patterns() {}

  /**
   * The compiled form.
   *
   * @throws PatternSyntaxException if it is not a regular expression, or beyond the limits
   */
  public static Pattern of(String regex) {
    Pattern pattern = cached.get(regex);
    if (pattern != null) {
      return pattern;
    }
    RegexLimits.problem(regex)
        .ifPresent(
            problem -> {
              throw new PatternSyntaxException(problem.description(), problem.fragment());
            });
    pattern = Pattern.compile(regex);
    if (regex.length() <= MAX_CACHED_SIZE && pattern.programSize() <= MAX_CACHED_SIZE) {
      if (cached.size() >= MAX_CACHED) {
        cached.clear();
      }
      cached.put(regex, pattern);
    }
    return pattern;
  }

  /** Whether a search of the text would take unreasonably long. */
  public static boolean isTooCostly(Pattern pattern, String text) {
    return RegexLimits.isTooCostly(text, pattern.programSize());
  }
}
