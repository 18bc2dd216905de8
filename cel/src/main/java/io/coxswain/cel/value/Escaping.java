package io.coxswain.cel.value;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of fields as CEL identifiers, and back. */
public final class Escaping {
  private static final Set<String> RESERVED =
      Set.of(
          "true",
          "false",
          "null",
          "in",
          "as",
          "break",
          "const",
          "continue",
          "else",
          "for",
          "function",
          "if",
          "import",
          "let",
          "loop",
          "package",
          "namespace",
          "return",
          "var",
          "void",
          "while");
  private static final Pattern PLAIN = Pattern.compile("[a-zA-Z0-9_]+");
  private static final Pattern ESCAPABLE = Pattern.compile("[a-zA-Z0-9_./-]+");
  private static final Pattern ESCAPED = Pattern.compile("__([^_]+)__");

  private Escaping() {}

  public static boolean isReserved(String name) {
    return RESERVED.contains(name);
  }

  /** The identifier; null if the name has characters that cannot be escaped. */
  public static @Nullable String escape(String name) {
    if (name.isEmpty() || Character.isDigit(name.charAt(0))) {
      return null;
    }
    if (RESERVED.contains(name)) {
      return "__" + name + "__";
    }
    if (!name.contains("__") && PLAIN.matcher(name).matches()) {
      return name;
    }
    if (!ESCAPABLE.matcher(name).matches()) {
      return null;
    }
    return name.replace("__", "__underscores__")
        .replace(".", "__dot__")
        .replace("-", "__dash__")
        .replace("/", "__slash__");
  }

  static String escapeOr(String name) {
    String escaped = escape(name);
    return escaped == null ? name : escaped;
  }

  /** The name; null if the identifier has sequences that stand for nothing. */
  public static @Nullable String unescape(String identifier) {
    if (!identifier.contains("__")) {
      return identifier;
    }
    var name = new StringBuilder();
    var matcher = ESCAPED.matcher(identifier);
    int end = 0;
    while (matcher.find()) {
      String inside = matcher.group(1);
      boolean whole = matcher.end() - matcher.start() == identifier.length();
      String stands =
          switch (inside) {
            case "underscores" -> "__";
            case "dot" -> ".";
            case "dash" -> "-";
            case "slash" -> "/";
            default -> RESERVED.contains(inside) && whole ? inside : null;
          };
      if (stands == null) {
        return null;
      }
      name.append(identifier, end, matcher.start()).append(stands);
      end = matcher.end();
    }
    return name.append(identifier, end, identifier.length()).toString();
  }
}
