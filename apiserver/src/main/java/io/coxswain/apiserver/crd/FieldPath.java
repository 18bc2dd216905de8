package io.coxswain.apiserver.crd;

import io.coxswain.api.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * A path to a field of a schema, as used by rules and selectable fields.
 *
 * @param path in the form of field errors, such as {@code spec.labels[x]}
 * @param first its first name
 * @param schema of the field
 */
record FieldPath(String path, String first, Schema schema) {

  /**
   * Parses a path such as {@code .spec['a-b'].c}.
   *
   * @throws IllegalArgumentException if the field does not exist, with the reason
   */
  static FieldPath of(String text, Schema schema, boolean brackets) {
    List<String> tokens = tokens(text);
    var path = new StringBuilder();
    String first = "";
    for (int i = 0; i < tokens.size(); i++) {
      String name;
      switch (tokens.get(i)) {
        case "[" -> {
          if (!brackets) {
            throw new IllegalArgumentException("array notation is not allowed");
          }
          name = unquoted(token(tokens, ++i));
          if (!token(tokens, ++i).equals("]")) {
            throw new IllegalArgumentException("expected ] but got " + tokens.get(i));
          }
        }
        case "." -> name = token(tokens, ++i);
        default -> throw new IllegalArgumentException("expected [ or . but got: " + tokens.get(i));
      }
      boolean declared = !schema.properties().isEmpty();
      if (!declared && schema.additionalProperties() == null) {
        throw new IllegalArgumentException("does not refer to a valid field");
      }
      Schema inside = declared ? schema.properties().get(name) : schema.additionalProperties();
      if (inside == null) {
        throw new IllegalArgumentException("does not refer to a valid field");
      }
      path.append(declared ? (path.isEmpty() ? "" : ".") + name : "[" + name + "]");
      first = first.isEmpty() ? name : first;
      schema = inside;
    }
    return new FieldPath(path.toString(), first, schema);
  }

  private static String token(List<String> tokens, int index) {
    if (index >= tokens.size()) {
      throw new IllegalArgumentException("unexpected end of JSON path");
    }
    return tokens.get(index);
  }

  private static String unquoted(String token) {
    if (token.length() < 2 || !token.startsWith("'") || !token.endsWith("'")) {
      throw new IllegalArgumentException("expected single quoted string but got " + token);
    }
    var name = new StringBuilder();
    String inside = token.substring(1, token.length() - 1);
    for (int i = 0; i < inside.length(); i++) {
      char c = inside.charAt(i);
      if (c != '\\' || i + 1 == inside.length()) {
        name.append(c);
        continue;
      }
      char escaped = inside.charAt(++i);
      int at = "abfnrtv'\\".indexOf(escaped);
      if (at < 0) {
        throw new IllegalArgumentException(
            "invalid string literal: invalid escape char \\" + escaped);
      }
      name.append("\u0007\b\f\n\r\t\u000b'\\".charAt(at));
    }
    return name.toString();
  }

  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    int i = 0;
    while (i < text.length()) {
      int start = i;
      if (text.charAt(i) == '\'') {
        i++;
        while (i < text.length() && !(text.charAt(i) == '\'' && text.charAt(i - 1) != '\\')) {
          i++;
        }
        i = Math.min(i + 1, text.length());
      } else if (".[]".indexOf(text.charAt(i)) >= 0) {
        i++;
      } else {
        while (i < text.length() && ".[]".indexOf(text.charAt(i)) < 0) {
          i++;
        }
      }
      tokens.add(text.substring(start, i));
    }
    return tokens;
  }
}
