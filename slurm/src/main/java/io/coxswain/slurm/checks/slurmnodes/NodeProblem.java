package io.coxswain.slurm.checks.slurmnodes;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What a health check wrote as the reason of a drain: {@code [node_problem] gpu_check: ecc}.
 *
 * @param name the check's, in the form that reasons of conditions have
 */
record NodeProblem(String name, String message) {
  private static final String PREFIX = "[node_problem] ";
  private static final int MAX_NAME_LENGTH = 1024;
  private static final int MAX_MESSAGE_LENGTH = 32768;
  private static final Pattern NAME = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
  private static final Pattern ONE_WORD = Pattern.compile("[A-Za-z][A-Za-z0-9]*");
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^A-Za-z0-9]+");
  private static final Pattern LEADING_DIGITS = Pattern.compile("^[0-9]+");

  /**
   * @throws IllegalArgumentException when the text has another form
   */
  static NodeProblem parse(String text) {
    int colon = text.indexOf(": ");
    if (colon < 0) {
      throw new IllegalArgumentException("drain reason \"" + text + "\" is not \"name: message\"");
    }
    String head = text.substring(0, colon);
    String name = camelCase(head.startsWith(PREFIX) ? head.substring(PREFIX.length()) : head);
    name = name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH));
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "drain reason \"" + text + "\": \"" + head + "\" does not name a check");
    }
    String message = text.substring(colon + 2);
    return new NodeProblem(
        name, message.substring(0, Math.min(message.length(), MAX_MESSAGE_LENGTH)));
  }

  /** Words become one: the first in small letters, the others each with a capital. */
  static String camelCase(String text) {
    String stripped = text.strip();
    if (ONE_WORD.matcher(stripped).matches()) {
      return stripped.substring(0, 1).toLowerCase(Locale.ROOT) + stripped.substring(1);
    }
    var name = new StringBuilder();
    for (String part : BETWEEN_WORDS.split(stripped)) {
      String word = LEADING_DIGITS.matcher(part).replaceFirst("").toLowerCase(Locale.ROOT);
      if (!word.isEmpty()) {
        name.append(
            name.isEmpty()
                ? word
                : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
      }
    }
    return name.toString();
  }
}
