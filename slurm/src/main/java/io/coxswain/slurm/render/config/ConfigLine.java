package io.coxswain.slurm.render.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of one of Slurm's files that is neither empty nor a comment.
 *
 * @param number of the line in its text, from 1
 * @param options the words before equals signs
 */
record ConfigLine(int number, String text, List<String> options) {
  private static final Pattern OPTION =
      Pattern.compile("(?:^|\\s)([A-Za-z][A-Za-z0-9_]*)\\s*[-+*/]?=\\s*(\"[^\"]*\"|\\S*)");

  /** The lines of a text; one that ends in a backslash continues on the next. */
  static List<ConfigLine> of(String text) {
    var lines = new ArrayList<ConfigLine>();
    var joined = new StringBuilder();
    int number = 0;
    int begun = 1;
    for (String line : text.split("\n", -1)) {
      number++;
      begun = joined.isEmpty() ? number : begun;
      if (line.endsWith("\\")) {
        joined.append(line, 0, line.length() - 1).append(' ');
        continue;
      }
      String whole = withoutComment(joined.append(line).toString()).strip();
      joined.setLength(0);
      if (!whole.isEmpty()) {
        lines.add(new ConfigLine(begun, whole, optionsOf(whole)));
      }
    }
    return lines;
  }

  static List<String> optionsOf(String line) {
    var options = new ArrayList<String>();
    Matcher matcher = OPTION.matcher(line);
    while (matcher.find()) {
      options.add(matcher.group(1));
    }
    return options;
  }

  boolean include() {
    return text.toLowerCase(Locale.ROOT).startsWith("include ");
  }

  private static String withoutComment(String line) {
    for (int i = 0; i < line.length(); i++) {
      // A backslash makes it a plain character.
      if (line.charAt(i) == '#' && (i == 0 || line.charAt(i - 1) != '\\')) {
        return line.substring(0, i);
      }
    }
    return line;
  }
}
