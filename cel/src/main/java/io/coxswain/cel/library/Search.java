package io.coxswain.cel.library;

/**
 * Search for a text in a text, in time that is linear in their lengths. {@link String#indexOf}
 * compares the whole pattern at every position, which an author of an expression could make take
 * minutes with two long texts.
 */
final class Search {
  /** Up to this length the search of {@link String} is linear enough. */
  private static final int SHORT = 32;

  private Search() {}

  /** The first occurrence that begins at an index or after it; -1 if there is none. */
  static int first(String text, String wanted, int from) {
    if (wanted.length() <= SHORT) {
      return text.indexOf(wanted, from);
    }
    int[] borders = borders(wanted);
    int matched = 0;
    for (int i = from; i < text.length(); i++) {
      while (matched > 0 && text.charAt(i) != wanted.charAt(matched)) {
        matched = borders[matched - 1];
      }
      if (text.charAt(i) == wanted.charAt(matched)) {
        matched++;
      }
      if (matched == wanted.length()) {
        return i - matched + 1;
      }
    }
    return -1;
  }

  /** The last occurrence that begins at an index or before it; -1 if there is none. */
  static int last(String text, String wanted, int from) {
    if (wanted.length() <= SHORT) {
      return text.lastIndexOf(wanted, from);
    }
    int end = (int) Math.min(text.length(), (long) from + wanted.length());
    String reversed = new StringBuilder(text.substring(0, end)).reverse().toString();
    int found = first(reversed, new StringBuilder(wanted).reverse().toString(), 0);
    return found < 0 ? -1 : end - found - wanted.length();
  }

  /** For each prefix of the text, the length of its longest proper prefix that is also its end. */
  private static int[] borders(String text) {
    int[] borders = new int[text.length()];
    int length = 0;
    for (int i = 1; i < text.length(); i++) {
      while (length > 0 && text.charAt(i) != text.charAt(length)) {
        length = borders[length - 1];
      }
      if (text.charAt(i) == text.charAt(length)) {
        length++;
      }
      borders[i] = length;
    }
    return borders;
  }
}
