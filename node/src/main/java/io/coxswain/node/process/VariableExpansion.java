package io.coxswain.node.process;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kubernetes' own variable syntax in commands, arguments and environment values. */
final class VariableExpansion {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\$|\\$\\(([^)]*)\\)");

  private VariableExpansion() {}

  /**
   * Replaces {@code $(NAME)}; {@code $$} stands for one dollar sign, so {@code $$(NAME)} is kept as
   * {@code $(NAME)}. A reference to a variable that is not there stays as written.
   */
  static String expand(String text, Map<String, String> variables) {
    return REFERENCE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(replacement(found, variables)));
  }

  private static String replacement(MatchResult found, Map<String, String> variables) {
    String name = found.group(1);
    return name == null ? "$" : variables.getOrDefault(name, found.group());
  }
}
