package io.coxswain.apiserver.yaml;

/**
 * Tabs between the tokens of a document in flow style, such as JSON that was indented by tabs. Go's
 * parser treats them as spaces; SnakeYAML rejects them.
 */
final class FlowTabs {
  private static final String BEFORE = "{}[],:\"'\n\r";
  private static final String AFTER = "{}[],:\"'\n\r#";

  private FlowTabs() {}

  /** The same text, of the same length, with spaces in place of such tabs. */
  static String replace(String text) {
    String start = text.stripLeading();
    if (text.indexOf('\t') < 0 || !(start.startsWith("{") || start.startsWith("["))) {
      return text;
    }
    var replaced = new StringBuilder(text);
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        if (c == '\\' && quote == '"') {
          i++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if ((c == '"' || c == '\'') && isBetweenTokens(text, i, i + 1)) {
        quote = c;
      } else if (c == '\t') {
        int end = i;
        while (end < text.length() && (text.charAt(end) == '\t' || text.charAt(end) == ' ')) {
          end++;
        }
        if (isBetweenTokens(text, i, end)) {
          for (int at = i; at < end; at++) {
            replaced.setCharAt(at, ' ');
          }
        }
        i = end - 1;
      }
    }
    return replaced.toString();
  }

  /** Whether the range is adjacent to a token that is not a plain scalar. */
  private static boolean isBetweenTokens(String text, int start, int end) {
    int before = start - 1;
    while (before >= 0 && (text.charAt(before) == ' ' || text.charAt(before) == '\t')) {
      before--;
    }
    return before < 0
        || BEFORE.indexOf(text.charAt(before)) >= 0
        || (end < text.length() && AFTER.indexOf(text.charAt(end)) >= 0);
  }
}
