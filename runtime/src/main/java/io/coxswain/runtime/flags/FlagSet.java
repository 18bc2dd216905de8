package io.coxswain.runtime.flags;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** A named group of flags with its own heading in the help. */
public final class FlagSet {
  private final String name;
  private final TreeMap<String, Flag<?>> flags = new TreeMap<>();

  FlagSet(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  public Flag<String> string(String flag, String fallback, String help) {
    return add(flag, "", "string", fallback, help, (text, b, f) -> text, text -> text);
  }

  public Flag<Boolean> bool(String flag, boolean fallback, String help) {
    return add(
        flag, "", "bool", fallback, help, (text, b, f) -> parseBool(text), b -> b.toString());
  }

  public Flag<Integer> int32(String flag, int fallback, String help) {
    return integer(flag, "", "int32", fallback, help);
  }

  public Flag<Integer> integer(String flag, int fallback, String help) {
    return integer(flag, "", "int", fallback, help);
  }

  /** As {@link #integer(String, int, String)}, with a one-letter shorthand. */
  public Flag<Integer> integer(
      String flag, String shorthand, String type, int fallback, String help) {
    return add(
        flag, shorthand, type, fallback, help, (text, b, f) -> parseInt(text), i -> i.toString());
  }

  /**
   * @param type the type in the help: {@code float32} or {@code float64}
   */
  public Flag<Double> decimal(String flag, String type, double fallback, String help) {
    return add(flag, "", type, fallback, help, (text, b, f) -> parseDouble(text), FlagSet::plainly);
  }

  /**
   * @param fallback in Go's syntax, such as {@code 15s}
   */
  public Flag<Duration> duration(String flag, String fallback, String help) {
    try {
      return add(
          flag,
          "",
          "duration",
          GoDuration.parse(fallback),
          help,
          (text, b, f) -> GoDuration.parse(text),
          GoDuration::format);
    } catch (FlagException e) {
      throw new IllegalArgumentException("default of flag " + flag, e);
    }
  }

  /**
   * Comma-separated and repeatable: the first occurrence replaces the default, later ones append.
   */
  public Flag<List<String>> strings(String flag, List<String> fallback, String help) {
    return add(
        flag,
        "",
        "strings",
        fallback,
        help,
        FlagSet::append,
        list -> "[" + String.join(",", list) + "]");
  }

  /** A list with one value per occurrence of the flag. */
  public Flag<List<String>> repeated(String flag, String type, String help) {
    return add(
        flag,
        "",
        type,
        List.<String>of(),
        help,
        (text, before, first) -> joined(before, List.of(text)),
        list -> "[" + String.join(";", list) + "]");
  }

  /** A flag with a custom type. */
  public <T> Flag<T> of(
      String flag,
      String type,
      T fallback,
      String help,
      Parser<T> parser,
      Function<T, String> writer) {
    return add(flag, "", type, fallback, help, (text, b, f) -> parser.parse(text), writer);
  }

  /** A switch with a one-letter shorthand. */
  public Flag<Boolean> bool(String flag, String shorthand, String help) {
    return add(
        flag, shorthand, "bool", false, help, (text, b, f) -> parseBool(text), b -> b.toString());
  }

  /** Parses a value. */
  @FunctionalInterface
  public interface Parser<T> {
    T parse(String text) throws FlagException;
  }

  private <T> Flag<T> add(
      String flag,
      String shorthand,
      String type,
      T fallback,
      String help,
      Flag.Reader<T> reader,
      Function<T, String> writer) {
    var added = new Flag<>(FlagSets.normal(flag), shorthand, type, fallback, help, reader, writer);
    if (flags.putIfAbsent(added.name(), added) != null) {
      throw new IllegalArgumentException("flag redefined: " + flag);
    }
    return added;
  }

  /** All flags, by name. */
  public Collection<Flag<?>> flags() {
    return Collections.unmodifiableCollection(flags.values());
  }

  private static List<String> append(String text, List<String> before, boolean first) {
    List<String> more = text.isEmpty() ? List.of() : List.of(text.split(",", -1));
    return first ? more : joined(before, more);
  }

  private static List<String> joined(List<String> before, List<String> more) {
    var values = new ArrayList<>(before);
    values.addAll(more);
    return List.copyOf(values);
  }

  /** As Go's ParseBool. */
  public static boolean parseBool(String text) throws FlagException {
    return switch (text) {
      case "1", "t", "T", "true", "TRUE", "True" -> true;
      case "0", "f", "F", "false", "FALSE", "False" -> false;
      default ->
          throw new FlagException("strconv.ParseBool: parsing \"" + text + "\": invalid syntax");
    };
  }

  private static int parseInt(String text) throws FlagException {
    try {
      return Integer.decode(text.strip());
    } catch (NumberFormatException e) {
      boolean number = text.matches("[+-]?\\d+");
      throw new FlagException(
          "strconv.ParseInt: parsing \""
              + text
              + "\": "
              + (number ? "value out of range" : "invalid syntax"));
    }
  }

  private static double parseDouble(String text) throws FlagException {
    try {
      return new BigDecimal(text).doubleValue();
    } catch (NumberFormatException e) {
      throw new FlagException("strconv.ParseFloat: parsing \"" + text + "\": invalid syntax");
    }
  }

  private static String plainly(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
