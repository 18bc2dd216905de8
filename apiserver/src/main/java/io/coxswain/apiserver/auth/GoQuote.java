package io.coxswain.apiserver.auth;

import java.util.List;
import java.util.stream.Collectors;

/** Text in quotes, as upstream prints it. */
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
      case '\n' -> quoted.append("\\n");
      case '\r' -> quoted.append("\\r");
      case '\t' -> quoted.append("\\t");
      default -> {
        if (c < 0x20 || c == 0x7f) {
          quoted.append(String.format("\\x%02x", c));
        } else {
          quoted.appendCodePoint(c);
        }
      }
    }
  }
}
