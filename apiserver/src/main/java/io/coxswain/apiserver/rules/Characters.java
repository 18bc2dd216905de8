package io.coxswain.apiserver.rules;

/**
 * The formats of names and labels without a regular expression: every write checks dozens of them.
 */
final class Characters {
  private Characters() {}

  /** Matches {@code [a-z0-9]([-a-z0-9]*[a-z0-9])?}. */
  static boolean isLabel(String text) {
    return isLabel(text, 0, text.length());
  }

  /** Matches labels that are joined by dots. */
  static boolean isSubdomain(String text) {
    int from = 0;
    for (int dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', from)) {
      if (!isLabel(text, from, dot)) {
        return false;
      }
      from = dot + 1;
    }
    return isLabel(text, from, text.length());
  }

  private static boolean isLabel(String text, int from, int to) {
    if (from == to || text.charAt(from) == '-' || text.charAt(to - 1) == '-') {
      return false;
    }
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (!isLower(c) && c != '-') {
        return false;
      }
    }
    return true;
  }

  /** Matches {@code ([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]}. */
  static boolean isQualified(String text) {
    if (text.isEmpty()
        || !isLetterOrDigit(text.charAt(0))
        || !isLetterOrDigit(text.charAt(text.length() - 1))) {
      return false;
    }
    for (int i = 1; i < text.length() - 1; i++) {
      char c = text.charAt(i);
      if (!isLetterOrDigit(c) && c != '-' && c != '_' && c != '.') {
        return false;
      }
    }
    return true;
  }

  private static boolean isLower(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }

  private static boolean isLetterOrDigit(char c) {
    return isLower(c) || (c >= 'A' && c <= 'Z');
  }
}
