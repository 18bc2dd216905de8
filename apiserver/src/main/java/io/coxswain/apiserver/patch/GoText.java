package io.coxswain.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.GoFloat;
import java.util.TreeMap;

/** Formats values as Go prints them in messages: {@code map[a:1 b:[x y]]}. */
public final class GoText {
  private GoText() {}

  public static String of(JsonNode value) {
    var out = new StringBuilder();
    print(value, out);
    return out.toString();
  }

  /** The type into which Go decodes a value without a schema. */
  public static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "map[string]interface {}";
      case ARRAY -> "[]interface {}";
      case BOOLEAN -> "bool";
      case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
      case NULL -> "%!s(<nil>)";
      default -> "string";
    };
  }

  private static void print(JsonNode value, StringBuilder out) {
    switch (value.getNodeType()) {
      case OBJECT -> {
        var sorted = new TreeMap<String, JsonNode>();
        value.properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
        String separator = "map[";
        for (var field : sorted.entrySet()) {
          out.append(separator).append(field.getKey()).append(':');
          print(field.getValue(), out);
          separator = " ";
        }
        out.append(sorted.isEmpty() ? "map[]" : "]");
      }
      case ARRAY -> {
        out.append('[');
        for (int i = 0; i < value.size(); i++) {
          if (i > 0) {
            out.append(' ');
          }
          print(value.get(i), out);
        }
        out.append(']');
      }
      case NULL -> out.append("<nil>");
      case NUMBER ->
          out.append(
              value.isFloatingPointNumber() ? GoFloat.text(value.doubleValue()) : value.asText());
      default -> out.append(value.asText());
    }
  }
}
