package io.coxswain.kube.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * JSON as Go's {@code encoding/json} encodes maps: compact, with sorted keys and HTML characters
 * escaped.
 */
final class GoJson {
  /** Go uses exponents for numbers from here on. */
  private static final double HUGE = 1e21;

  private static final double TINY = 1e-6;

  private final StringBuilder out = new StringBuilder();
  private final boolean doubles;

  private GoJson(boolean doubles) {
    this.doubles = doubles;
  }

  /**
   * Encodes a tree.
   *
   * @param doubles whether integers were decoded as doubles, which loses precision
   */
  static String write(JsonNode tree, boolean doubles) {
    var json = new GoJson(doubles);
    json.value(tree);
    return json.out.toString();
  }

  private void value(JsonNode node) {
    switch (node.getNodeType()) {
      case OBJECT -> object((ObjectNode) node);
      case ARRAY -> {
        out.append('[');
        for (int i = 0; i < node.size(); i++) {
          out.append(i == 0 ? "" : ",");
          value(node.get(i));
        }
        out.append(']');
      }
      case NUMBER ->
          out.append(
              node.isIntegralNumber() && !doubles ? node.asText() : number(node.doubleValue()));
      case STRING -> text(node.textValue());
      default -> out.append(node.asText());
    }
  }

  private void object(ObjectNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    names.sort((a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b)));
    char before = '{';
    for (String name : names) {
      out.append(before);
      text(name);
      out.append(':');
      value(node.get(name));
      before = ',';
    }
    out.append(names.isEmpty() ? "{}" : "}");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String number(double value) {
    if (value == 0) {
      return "0";
    }
    double size = Math.abs(value);
    if (size >= TINY && size < HUGE) {
      return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
    BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    String mantissa = digits.scaleByPowerOfTen(-exponent).toPlainString();
    return mantissa + (exponent < 0 ? "e-" : "e+") + Math.abs(exponent);
  }

  private void text(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '<', '>', '&', '\u2028', '\u2029' -> out.append(escaped(c));
        default -> out.append(c < ' ' ? escaped(c) : String.valueOf(c));
      }
    }
    out.append('"');
  }

  private static String escaped(char c) {
    return String.format(Locale.ROOT, "\\u%04x", (int) c);
  }
}
