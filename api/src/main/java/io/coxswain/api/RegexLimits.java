package io.coxswain.api;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Limits for regular expressions from users, checked before they are compiled. RE2 matches in time
 * linear in the text, but its Java parser recurses without a limit and its programs may exceed
 * memory. The limits on nesting and repetition and the messages are those of Go's regexp package;
 * the limit on the size of the program is lower than Go's.
 */
public final class RegexLimits {
  private static final int MAX_DEPTH = 1_000;
  private static final int MAX_REPEAT = 1_000;
  private static final int MAX_PROGRAM_SIZE = 20_000;
  private static final long MAX_STEPS = 2_000_000_000L;

  /**
   * Why a regular expression is rejected, as in {@code error parsing regexp: description:
   * `fragment`}.
   */
  public record Problem(String description, String fragment) {}

  /** The instructions of a group or an atom, and the repetition count of its innermost part. */
  private record Size(long instructions, long repeats) {
    static final Size NONE = new Size(0, 1);
    static final Size ATOM = new Size(1, 1);

    Size plus(Size next) {
      return new Size(instructions + next.instructions, Math.max(repeats, next.repeats));
    }

    Size times(long count) {
      return new Size(instructions * Math.max(1, count) + 1, repeats * Math.max(1, count));
    }
  }

  private final String regex;
  private int at;

  /** The size before the last atom, in each open group. */
  private final Deque<Size> before = new ArrayDeque<>();

  private Size sum = Size.NONE;
  private Size last = Size.NONE;

  private RegexLimits(String regex) {
    this.regex = regex;
  }

  /** Empty if the expression is within the limits; it may still be malformed. */
  public static Optional<Problem> problem(String regex) {
    return new RegexLimits(regex).scan();
  }

  /** Whether a search of the text would take unreasonably long. */
  public static boolean isTooCostly(String text, int programSize) {
    return (long) text.length() * programSize > MAX_STEPS;
  }

  private Optional<Problem> scan() {
    while (at < regex.length()) {
      char c = regex.charAt(at++);
      switch (c) {
        case '(' -> open();
        case ')' -> close();
        case '\\' -> escape();
        case '[' -> characterClass();
        case '*', '+', '?' -> last = last.times(1);
        case '{' -> {
          int start = at - 1;
          int count = repetition();
          if (count < 0) {
            atom();
          } else {
            last = last.times(count);
            if (last.repeats > MAX_REPEAT) {
              return Optional.of(new Problem("invalid repeat count", regex.substring(start, at)));
            }
          }
        }
        default -> atom();
      }
      if (before.size() > MAX_DEPTH) {
        return Optional.of(new Problem("expression nests too deeply", regex));
      }
      if (sum.instructions + last.instructions > MAX_PROGRAM_SIZE) {
        return Optional.of(new Problem("expression too large", regex));
      }
    }
    return Optional.empty();
  }

  private void atom() {
    sum = sum.plus(last);
    last = Size.ATOM;
  }

  private void open() {
    before.push(sum.plus(last));
    sum = Size.NONE;
    last = Size.NONE;
    if (at < regex.length() && regex.charAt(at) == '?') {
      at++;
    }
  }

  private void close() {
    Size group = sum.plus(last).plus(Size.ATOM).plus(Size.ATOM);
    sum = before.isEmpty() ? Size.NONE : before.pop();
    last = group;
  }

  private void escape() {
    if (regex.startsWith("Q", at)) {
      int end = regex.indexOf("\\E", at);
      for (int i = at + 1; i < (end < 0 ? regex.length() : end); i++) {
        atom();
      }
      at = end < 0 ? regex.length() : end + 2;
      return;
    }
    boolean named = regex.startsWith("p{", at) || regex.startsWith("P{", at);
    if (named || regex.startsWith("x{", at)) {
      int end = regex.indexOf('}', at);
      at = end < 0 ? regex.length() : end + 1;
    } else {
      at++;
    }
    atom();
  }

  private void characterClass() {
    if (regex.startsWith("^", at)) {
      at++;
    }
    int first = at;
    while (at < regex.length() && (regex.charAt(at) != ']' || at == first)) {
      if (regex.charAt(at) == '\\') {
        at++;
      } else if (regex.startsWith("[:", at) && regex.indexOf(":]", at) > 0) {
        at = regex.indexOf(":]", at) + 1;
      }
      at++;
    }
    at++;
    atom();
  }

  /** The maximum repetition count of the braces; negative if they are plain text. */
  private int repetition() {
    int end = regex.indexOf('}', at);
    if (end < 0 || end - at > 20) {
      return -1;
    }
    String inside = regex.substring(at, end);
    if (!inside.matches("[0-9]+(,[0-9]*)?")) {
      return -1;
    }
    int count = 0;
    for (String number : inside.split(",")) {
      // A number above the limit is left to the parser, which rejects it.
      count = Math.max(count, number.length() > 4 ? 0 : Integer.parseInt(number));
    }
    at = end + 1;
    return count > MAX_REPEAT ? 0 : count;
  }
}
