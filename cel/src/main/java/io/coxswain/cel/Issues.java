package io.coxswain.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import io.coxswain.cel.type.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The compiler's complaints in the words of cel-go, where they differ. */
public final class Issues {
  private static final Pattern SYNTAX =
      Pattern.compile(
          "(mismatched input|extraneous input|missing |no viable alternative|token recognition"
              + " error).*",
          Pattern.DOTALL);
  private static final Pattern CANDIDATES =
      Pattern.compile(" \\(candidates: .*\\)$", Pattern.DOTALL);

  private static final Pattern OPAQUE_SELECTION =
      Pattern.compile("type '(kubernetes\\.[^']*)' does not support field selection");

  private static final Pattern LOGICAL =
      Pattern.compile("'_(?:&&|\\|\\|)_' applied to '\\((.+), (.+?)\\)'");
  private static final Pattern TYPE_PARAMETER = Pattern.compile("%[a-z]+[0-9]+");
  private static final Pattern INT_LITERAL = Pattern.compile("^For input string: .*$");
  private static final Pattern UINT_LITERAL =
      Pattern.compile("^String value .* exceeds range of unsigned long\\.$");
  private static final Pattern ESCAPE = Pattern.compile("^Illegal escape sequence: .*$");

  private Issues() {}

  /**
   * Splits an error about a logical operator into one error for each operand that is not a bool, as
   * cel-go reports it; returns any other error as it is.
   */
  static List<CelIssue> operands(CelIssue issue, CelAbstractSyntaxTree tree) {
    var matcher = LOGICAL.matcher(issue.getMessage());
    CelExpr call = matcher.find() ? find(tree.getExpr(), issue.getExprId()) : null;
    if (call == null || call.getKind() != Kind.CALL || call.call().args().size() != 2) {
      return List.of(issue);
    }
    List<CelIssue> issues = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String type = matcher.group(i + 1);
      CelExpr operand = call.call().args().get(i);
      Integer position = tree.getSource().getPositionsMap().get(operand.id());
      if (!type.equals("bool") && !type.equals("dyn") && position != null) {
        issues.add(
            CelIssue.formatError(
                operand.id(),
                tree.getSource().getOffsetLocation(position).orElseThrow(),
                "expected type 'bool' but found '" + type + "'"));
      }
    }
    return issues.isEmpty() ? List.of(issue) : issues;
  }

  private static @Nullable CelExpr find(CelExpr expr, long id) {
    if (expr.id() == id) {
      return expr;
    }
    for (CelExpr child : Children.of(expr)) {
      CelExpr found = find(child, id);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  static CelIssue reworded(CelIssue issue) {
    String text = issue.getMessage();
    if (SYNTAX.matcher(text).matches()) {
      text = "Syntax error: " + text;
    } else {
      text =
          TypeNames.shorten(CANDIDATES.matcher(text).replaceFirst(""))
              .replace("The argument must be a simple name", "argument is not an identifier");
      text = TYPE_PARAMETER.matcher(text).replaceAll("dyn");
      text = INT_LITERAL.matcher(text).replaceFirst("invalid int literal");
      text = UINT_LITERAL.matcher(text).replaceFirst("invalid uint literal");
      text = ESCAPE.matcher(text).replaceFirst("unable to unescape string");
      text = OPAQUE_SELECTION.matcher(text).replaceFirst("unexpected failed resolution of '$1'");
    }
    return CelIssue.formatError(issue.getExprId(), issue.getSourceLocation(), text);
  }
}
