package io.coxswain.trainer.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ImplicitTuple;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;

/**
 * YAML as {@code sigs.k8s.io/yaml} writes it: keys in natural order, sequences not indented,
 * strings without quotes unless a parser of YAML 1.1 would take them for something else, long ones
 * folded.
 *
 * <p>Byte by byte the same, except where long strings in double quotes are folded and in the
 * escapes of some characters that are not printable; both are read as the same value.
 */
final class GoYamlWriter {
  private static final int WIDTH = 80;

  /** Line breaks of YAML 1.1 and the byte order mark, which are only safe when escaped. */
  private static final String EXOTIC_BREAKS = "\u0085\u2028\u2029\ufeff";

  private static final ImplicitTuple IMPLICIT = new ImplicitTuple(true, true);

  private static final Set<String> WORDS =
      Set.of(
          "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON", "n", "N", "no",
          "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF", "", "~", "null", "Null",
          "NULL", ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF",
          "-.inf", "-.Inf", "-.INF");

  private static final Pattern INTEGER =
      Pattern.compile("[-+]?(?:(0[xX][0-9a-fA-F]+)|(0[bB][01]+)|(0[oO]?[0-7]+)|(0|[1-9][0-9]*))");
  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern BASE_60 =
      Pattern.compile("[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?");
  private static final Pattern TIME =
      Pattern.compile(
          "([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
              + "(?:([Tt ])([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?"
              + "(Z|[-+](?:[01][0-9]|2[0-4]):[0-5][0-9])?)?");

  private GoYamlWriter() {}

  static String of(JsonNode tree) {
    var options = new DumperOptions();
    options.setWidth(WIDTH);
    options.setSplitLines(true);
    options.setLineBreak(DumperOptions.LineBreak.UNIX);
    var text = new StringWriter();
    var emitter = new Emitter(text, options);
    var events = new ArrayList<Event>();
    events.add(new StreamStartEvent(null, null));
    events.add(new DocumentStartEvent(null, null, false, null, null));
    add(events, tree);
    events.add(new DocumentEndEvent(null, null, false));
    events.add(new StreamEndEvent(null, null));
    try {
      for (Event event : events) {
        emitter.emit(event);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e); // a string can always be extended
    }
    return text.toString();
  }

  private static void add(List<Event> events, JsonNode node) {
    if (node.isObject()) {
      events.add(
          new MappingStartEvent(
              null, null, true, null, null, node.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK));
      for (String key : sortedKeys(node)) {
        events.add(string(key));
        add(events, node.path(key));
      }
      events.add(new MappingEndEvent(null, null));
    } else if (node.isArray()) {
      events.add(
          new SequenceStartEvent(
              null, null, true, null, null, node.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK));
      node.forEach(item -> add(events, item));
      events.add(new SequenceEndEvent(null, null));
    } else {
      events.add(
          node.isTextual()
              ? string(node.textValue())
              : scalar(node.isNull() ? "null" : node.asText(), ScalarStyle.PLAIN));
    }
  }

  /** By insertion: with letters and digits at the same place, the order of keys has cycles. */
  private static List<String> sortedKeys(JsonNode object) {
    var keys = new ArrayList<String>();
    object
        .fieldNames()
        .forEachRemaining(
            key -> {
              int at = keys.size();
              while (at > 0 && compareKeys(key, keys.get(at - 1)) < 0) {
                at--;
              }
              keys.add(at, key);
            });
    return keys;
  }

  private static Event string(String value) {
    if (value.chars().anyMatch(c -> EXOTIC_BREAKS.indexOf(c) >= 0)) {
      return scalar(value, ScalarStyle.DOUBLE_QUOTED);
    }
    return scalar(
        value,
        value.indexOf('\n') >= 0
            ? ScalarStyle.LITERAL
            : isOtherThanString(value) ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.PLAIN);
  }

  private static Event scalar(String value, ScalarStyle style) {
    return new ScalarEvent(null, null, IMPLICIT, value, null, null, style);
  }

  /** Whether the value without quotes would be read as something else than a string. */
  static boolean isOtherThanString(String value) {
    if (WORDS.contains(value) || BASE_60.matcher(value).matches()) {
      return true;
    }
    char first = value.charAt(0);
    if (first == '.') {
      return FLOAT.matcher(value).matches();
    }
    if ("+-0123456789".indexOf(first) < 0) {
      return false;
    }
    String plain = value.replace("_", "");
    return isTime(value) || isInteger(plain) || FLOAT.matcher(plain).matches();
  }

  private static boolean isInteger(String text) {
    Matcher matcher = INTEGER.matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    boolean signed = text.startsWith("-") || text.startsWith("+");
    String digits = signed ? text.substring(1) : text;
    int radix = matcher.group(1) != null ? 16 : matcher.group(2) != null ? 2 : 0;
    @Nullable String octal = matcher.group(3);
    String number =
        radix > 0
            ? digits.substring(2)
            : octal == null
                ? digits
                : digits.substring(Character.isLetter(digits.charAt(1)) ? 2 : 1);
    var value = new BigInteger(number, radix > 0 ? radix : octal == null ? 10 : 8);
    return value.bitLength() <= (signed ? Long.SIZE - 1 : Long.SIZE);
  }

  private static boolean isTime(String value) {
    Matcher matcher = TIME.matcher(value);
    if (!matcher.matches()) {
      return false;
    }
    @Nullable String separator = matcher.group(4);
    boolean zoned = matcher.group(8) != null;
    if (separator != null && separator.equals(" ") == zoned) {
      return false;
    }
    try {
      var _ = LocalDate.of(number(matcher, 1), number(matcher, 2), number(matcher, 3));
      if (separator != null) {
        var _ = LocalTime.of(number(matcher, 5), number(matcher, 6), number(matcher, 7));
      }
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }

  /** Numbers inside of keys by value, letters after everything else. */
  static int compareKeys(String a, String b) {
    int i = 0;
    while (i < a.length() && i < b.length() && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    if (i == a.length() || i == b.length()) {
      return Integer.compare(a.length(), b.length());
    }
    boolean letterA = Character.isLetter(a.charAt(i));
    boolean letterB = Character.isLetter(b.charAt(i));
    if (letterA || letterB) {
      return letterA && letterB ? Character.compare(a.charAt(i), b.charAt(i)) : letterB ? -1 : 1;
    }
    int endA = endOfDigits(a, i);
    int endB = endOfDigits(b, i);
    boolean leading = a.charAt(i) == '0' || b.charAt(i) == '0';
    String before = leading && hasDigitsOtherThanZero(a, i) ? "1" : "0";
    int byValue =
        new BigInteger(before + a.substring(i, endA))
            .compareTo(new BigInteger(before + b.substring(i, endB)));
    if (byValue != 0) {
      return byValue;
    }
    return endA == endB ? Character.compare(a.charAt(i), b.charAt(i)) : Integer.compare(endA, endB);
  }

  private static int endOfDigits(String text, int from) {
    int end = from;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean hasDigitsOtherThanZero(String text, int end) {
    for (int j = end - 1; j >= 0 && Character.isDigit(text.charAt(j)); j--) {
      if (text.charAt(j) != '0') {
        return true;
      }
    }
    return false;
  }
}
