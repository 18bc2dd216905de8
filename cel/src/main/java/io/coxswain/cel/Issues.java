package io.coxswain.cel;

import dev.cel.common.CelIssue;
import java.util.regex.Pattern;

/** The compiler's complaints in the words of cel-go, where they differ. */
final class Issues {
  private static final Pattern SYNTAX =
      Pattern.compile(
          "(mismatched input|extraneous input|missing |no viable alternative|token recognition"
              + " error).*",
          Pattern.DOTALL);
  private static final Pattern CANDIDATES =
      Pattern.compile(" \\(candidates: .*\\)$", Pattern.DOTALL);

  private static final Pattern OPAQUE_SELECTION =
      Pattern.compile("type '(kubernetes\\.[^']*)' does not support field selection");

  private Issues() {}

  /** Types have shorter names there. */
  static String typeName(String text) {
    return text.replace("google.protobuf.Timestamp", "timestamp")
        .replace("google.protobuf.Duration", "duration")
        .replace("null_type", "null");
  }

  static CelIssue reworded(CelIssue issue) {
    String text = issue.getMessage();
    if (SYNTAX.matcher(text).matches()) {
      text = "Syntax error: " + text;
    } else {
      text =
          typeName(CANDIDATES.matcher(text).replaceFirst(""))
              .replace("The argument must be a simple name", "argument must be a simple name");
      text = OPAQUE_SELECTION.matcher(text).replaceFirst("unexpected failed resolution of '$1'");
    }
    return CelIssue.formatError(issue.getExprId(), issue.getSourceLocation(), text);
  }
}
