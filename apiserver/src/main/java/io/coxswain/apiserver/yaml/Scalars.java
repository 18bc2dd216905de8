package io.coxswain.apiserver.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.api.GoFloat;
import io.coxswain.api.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/** The meaning of scalars to Go's decoder. */
final class Scalars {
  private static final Set<String> TRUE =
      Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
  private static final Set<String> FALSE =
      Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
  private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> NAN = Set.of(".nan", ".NaN", ".NAN");
  private static final Set<String> INFINITE = Set.of(".inf", ".Inf", ".INF");
  private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  /** Any 64-bit integer has fewer digits, in any base; parsing more takes quadratic time. */
  private static final int MAX_DIGITS = 64;

  private static final BigInteger MAX_UNSIGNED = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

  /** Tags that a document may specify and that must match the text. */
  private static final Set<Tag> TYPED = Set.of(Tag.BOOL, Tag.INT, Tag.FLOAT, Tag.NULL);

  private Scalars() {}

  /** Whether a key merges other maps. */
  static boolean isMerge(Node key) {
    return key instanceof ScalarNode scalar
        && scalar.getTag().equals(Tags.PLAIN)
        && scalar.getValue().equals("<<");
  }

  /**
   * Distinguishes plain scalars, whose text determines their type, from those that are always text.
   */
  static final class Tags extends Resolver {
    private static final Tag PLAIN = new Tag("!plain");

    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
      return kind == NodeId.scalar && implicit ? PLAIN : super.resolve(kind, value, implicit);
    }
  }

  static JsonNode value(ScalarNode node) throws YamlException {
    String text = node.getValue();
    Tag tag = node.getTag();
    if (tag.equals(Tags.PLAIN)) {
      return resolve(text);
    }
    if (tag.equals(Tag.BINARY)) {
      return binary(text);
    }
    if (!TYPED.contains(tag)) {
      return TextNode.valueOf(text);
    }
    JsonNode value = resolve(text);
    String wanted = tag.getValue().substring(Tag.PREFIX.length());
    if (wanted.equals(typeOf(value))) {
      return value;
    }
    if (wanted.equals("float") && value.isIntegralNumber()) {
      return value;
    }
    throw new YamlException(
        "yaml: cannot decode !!" + typeOf(value) + " `" + text + "` as a !!" + wanted);
  }

  private static JsonNode resolve(String text) throws YamlException {
    if (TRUE.contains(text)) {
      return BooleanNode.TRUE;
    }
    if (FALSE.contains(text)) {
      return BooleanNode.FALSE;
    }
    if (NULL.contains(text)) {
      return NullNode.instance;
    }
    if (NAN.contains(text)) {
      throw new YamlException("json: unsupported value: NaN");
    }
    boolean signed = text.startsWith("+") || text.startsWith("-");
    if (INFINITE.contains(signed ? text.substring(1) : text)) {
      throw new YamlException(
          "json: unsupported value: " + (text.startsWith("-") ? "-Inf" : "+Inf"));
    }
    if ("+-.0123456789".indexOf(text.charAt(0)) < 0) {
      return TextNode.valueOf(text);
    }
    JsonNode number = number(text.replace("_", ""));
    return number == null ? TextNode.valueOf(text) : number;
  }

  private static @Nullable JsonNode number(String text) {
    BigInteger whole = integer(text);
    if (whole != null) {
      if (whole.bitLength() < 64) {
        return number(whole.longValue());
      }
      if (whole.signum() > 0 && whole.compareTo(MAX_UNSIGNED) <= 0) {
        return Json.NODES.numberNode(whole);
      }
    }
    return FLOAT.matcher(text).matches() ? fraction(Double.parseDouble(text)) : null;
  }

  private static JsonNode number(long value) {
    return Json.NODES.numberNode(value);
  }

  /**
   * Converts a float by its JSON text: without a fraction it is an integer. Returns null if it is
   * out of range and therefore text.
   */
  private static @Nullable JsonNode fraction(double value) {
    if (Double.isInfinite(value)) {
      return null;
    }
    String json = GoFloat.json(value);
    return INTEGER.matcher(json).matches()
        ? Json.NODES.numberNode(new BigInteger(json))
        : Json.NODES.numberNode(value);
  }

  /** In Go's notations: {@code 0x1f}, {@code 0o17}, {@code 017}, {@code 0b11}, decimal. */
  private static @Nullable BigInteger integer(String text) {
    boolean negative = text.startsWith("-");
    String digits = negative || text.startsWith("+") ? text.substring(1) : text;
    String lower = digits.toLowerCase(Locale.ROOT);
    int base = 10;
    if (lower.startsWith("0x")) {
      base = 16;
    } else if (lower.startsWith("0b")) {
      base = 2;
    } else if (lower.startsWith("0") && lower.length() > 1) {
      base = 8;
    }
    String rest =
        base == 10 ? digits : digits.substring(base == 8 && !lower.startsWith("0o") ? 1 : 2);
    if (rest.isEmpty() || !Character.isLetterOrDigit(rest.charAt(0))) {
      return null;
    }
    String significant = withoutLeadingZeros(rest);
    if (significant.length() > MAX_DIGITS) {
      return null;
    }
    try {
      var value = new BigInteger(significant, base);
      return negative ? value.negate() : value;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static String withoutLeadingZeros(String digits) {
    int start = 0;
    while (start < digits.length() - 1 && digits.charAt(start) == '0') {
      start++;
    }
    return digits.substring(start);
  }

  private static JsonNode binary(String text) throws YamlException {
    try {
      return TextNode.valueOf(
          new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new YamlException("yaml: !!binary value contains invalid base64 data");
    }
  }

  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case BOOLEAN -> "bool";
      case NULL -> "null";
      case NUMBER -> value.isIntegralNumber() ? "int" : "float";
      default -> "str";
    };
  }

  /** A fraction as a key: the shortest form in single precision. */
  static String keyText(double value) {
    float single = (float) value;
    return single == Math.rint(single) && Math.abs(single) < 1e6
        ? String.valueOf((long) single)
        : String.valueOf(single);
  }
}
