package io.coxswain.api;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Quotes text as upstream does: a Go string literal in which every character is printable. */
public final class GoQuote {
  private GoQuote() {}

  public static String of(String text) {
    var quoted = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(c -> append(quoted, c));
    return quoted.append('"').toString();
  }

  /** Several, as a list: {@code ["a" "b"]}. */
  public static String of(List<String> texts) {
    return texts.stream().map(GoQuote::of).collect(Collectors.joining(" ", "[", "]"));
  }

  private static void append(StringBuilder quoted, int c) {
    switch (c) {
      case '"' -> quoted.append("\\\"");
      case '\\' -> quoted.append("\\\\");
      case 0x07 -> quoted.append("\\a");
      case '\b' -> quoted.append("\\b");
      case '\f' -> quoted.append("\\f");
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      case 0x0b -> quoted.append("\\v");
      default -> {
        if (isPrintable(c)) {
          quoted.appendCodePoint(c);
        } else {
          String form = c < 0x80 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x";
          quoted.append(String.format(Locale.ROOT, form, c));
        }
      }
    }
  }

  /** Whether Go prints the character: letters, marks, numbers, punctuation, symbols, a blank. */
  private static boolean isPrintable(int c) {
    if (c < 0x80) {
      return c >= ' ' && c != 0x7f;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SPACE_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
