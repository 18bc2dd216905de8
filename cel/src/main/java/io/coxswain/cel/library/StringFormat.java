package io.coxswain.cel.library;

import io.coxswain.cel.value.Bytes;
import io.coxswain.cel.value.Durations;
import io.coxswain.cel.value.EvalException;
import io.coxswain.cel.value.ListValue;
import io.coxswain.cel.value.Lists;
import io.coxswain.cel.value.MapValue;
import io.coxswain.cel.value.NullValue;
import io.coxswain.cel.value.Texts;
import io.coxswain.cel.value.Timestamps;
import io.coxswain.cel.value.TypeValue;
import io.coxswain.cel.value.Unsigned;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code 'x is %d'.format([x])}. */
final class StringFormat {
  private static final int PRECISION = 6;

  private StringFormat() {}

  static String format(String pattern, ListValue arguments) throws EvalException {
    var result = new StringBuilder();
    int used = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c != '%') {
        result.append(c);
        continue;
      }
      if (++i < pattern.length() && pattern.charAt(i) == '%') {
        result.append('%');
        continue;
      }
      if (used >= arguments.size()) {
        throw new EvalException("index " + used + " out of range");
      }
      if (i == pattern.length()) {
        throw new EvalException("unexpected end of string");
      }
      int precision = PRECISION;
      if (pattern.charAt(i) == '.') {
        int start = ++i;
        while (i < pattern.length() && Character.isDigit(pattern.charAt(i))) {
          i++;
        }
        String digits = pattern.substring(start, i);
        if (i == pattern.length()) {
          throw precision("could not find end of precision specifier");
        }
        if (digits.isEmpty() || digits.length() > 3) {
          throw precision(
              "error while converting precision to integer: strconv.Atoi: parsing "
                  + StringFunctions.quote(digits)
                  + (digits.isEmpty() ? ": invalid syntax" : ": value out of range"));
        }
        precision = Integer.parseInt(digits);
      }
      result.append(clause(pattern.charAt(i), precision, arguments.get(used++)));
    }
    return result.toString();
  }

  private static String clause(char verb, int precision, Object value) throws EvalException {
    return switch (verb) {
      case 's' -> string(value);
      case 'd' -> {
        if (value instanceof Long || value instanceof Unsigned) {
          yield value.toString();
        }
        throw unfit("decimal clause can only be used on integers", value);
      }
      case 'f' -> fixed(value, precision);
      case 'e' -> scientific(value);
      case 'b' ->
          switch (value) {
            case Boolean truth -> truth ? "1" : "0";
            case Long number -> (number < 0 ? "-" : "") + Long.toBinaryString(Math.abs(number));
            case Unsigned number -> Long.toBinaryString(number.bits());
            default -> throw unfit("only integers and bools can be formatted as binary", value);
          };
      case 'x' -> hex(value);
      case 'X' -> hex(value).toUpperCase(Locale.ROOT);
      case 'o' ->
          switch (value) {
            case Long number -> (number < 0 ? "-" : "") + Long.toOctalString(Math.abs(number));
            case Unsigned number -> Long.toOctalString(number.bits());
            default -> throw unfit("octal clause can only be used on integers", value);
          };
      default ->
          throw new EvalException(
              "could not parse formatting clause: unrecognized formatting clause \"" + verb + "\"");
    };
  }

  private static EvalException precision(String problem) {
    return new EvalException(
        "could not parse formatting clause: error while parsing precision: " + problem);
  }

  private static EvalException unfit(String text, Object value) {
    return new EvalException(
        "error during formatting: " + text + ", was given " + TypeValue.of(value).name());
  }

  private static String string(Object value) throws EvalException {
    return switch (value) {
      case ListValue list -> list(list);
      case MapValue map -> map(map);
      case NullValue _ -> "null";
      case Boolean _,
          Long _,
          Unsigned _,
          Double _,
          String _,
          Bytes _,
          Instant _,
          Duration _,
          TypeValue _ ->
          Texts.of(value);
      default ->
          throw unfit(
              "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists,"
                  + " types, durations, and timestamps",
              value);
    };
  }

  /** A value inside a list or map, so that it could be read back. */
  private static String inside(Object value) throws EvalException {
    return switch (value) {
      case String text -> StringFunctions.quote(text);
      case Bytes bytes -> "b" + StringFunctions.quote(bytes.toString());
      case Double number ->
          number.isNaN() || number.isInfinite()
              ? "\"" + Texts.of(number) + "\""
              : fixed(number, PRECISION).replace(",", "");
      case Instant time -> "timestamp(\"" + Timestamps.text(time) + "\")";
      case Duration duration -> "duration(\"" + Durations.text(duration) + "\")";
      case TypeValue type -> type.name();
      default -> string(value);
    };
  }

  private static String list(ListValue list) throws EvalException {
    List<String> parts = new ArrayList<>();
    for (Object each : Lists.all(list)) {
      parts.add(inside(each));
    }
    return "[" + String.join(", ", parts) + "]";
  }

  private static String map(MapValue map) throws EvalException {
    List<String> parts = new ArrayList<>();
    for (Object key : map.keys()) {
      Object value = map.find(key);
      parts.add(inside(key) + ":" + inside(value == null ? NullValue.NULL : value));
    }
    return parts.stream().sorted().collect(Collectors.joining(", ", "{", "}"));
  }

  private static double number(Object value, String clause) throws EvalException {
    if (value instanceof Double number) {
      return number;
    }
    if (value instanceof String text
        && (text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity"))) {
      return Double.parseDouble(text);
    }
    throw unfit(clause + " clause can only be used on doubles", value);
  }

  private static String fixed(Object value, int precision) throws EvalException {
    double number = number(value, "fixed-point");
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return Double.isNaN(number) ? "NaN" : number > 0 ? "∞" : "-∞";
    }
    return grouped(
        new BigDecimal(number).setScale(precision, RoundingMode.HALF_EVEN).toPlainString());
  }

  /** With a comma between groups of three digits before the point. */
  private static String grouped(String number) {
    int point = number.indexOf('.');
    var text = new StringBuilder(number);
    int first = number.startsWith("-") ? 1 : 0;
    for (int i = (point < 0 ? number.length() : point) - 3; i > first; i -= 3) {
      text.insert(i, ',');
    }
    return text.toString();
  }

  /** Upstream ignores the precision here. */
  private static String scientific(Object value) throws EvalException {
    double number = number(value, "scientific");
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return Double.isNaN(number) ? "NaN" : number > 0 ? "∞" : "-∞";
    }
    String[] parts = String.format(Locale.ROOT, "%." + PRECISION + "e", number).split("e", 2);
    int exponent = Integer.parseInt(parts[1]);
    String power = (exponent < 0 ? "-" : "") + "%02d".formatted(Math.abs(exponent));
    return parts[0] + "×10" + superscript(power);
  }

  private static String superscript(String number) {
    return number
        .chars()
        .mapToObj(c -> c == '-' ? "⁻" : String.valueOf("⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0')))
        .collect(Collectors.joining());
  }

  private static String hex(Object value) throws EvalException {
    return switch (value) {
      case String text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
      case Bytes bytes -> HexFormat.of().formatHex(bytes.array());
      case Long number -> (number < 0 ? "-" : "") + Long.toHexString(Math.abs(number));
      case Unsigned number -> Long.toHexString(number.bits());
      default ->
          throw unfit("only integers, byte buffers, and strings can be formatted as hex", value);
    };
  }
}
