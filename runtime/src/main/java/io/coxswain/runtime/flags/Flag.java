package io.coxswain.runtime.flags;

import java.util.function.Function;

/**
 * A flag of a set with its value.
 *
 * @param <T> the type of the value
 */
public final class Flag<T> {
  private final String name;
  private final String shorthand;
  private final String type;
  private final String help;
  private final String fallback;
  private final Reader<T> reader;
  private final Function<T, String> writer;
  private T value;
  private boolean changed;

  /** Parses the value of a flag. */
  @FunctionalInterface
  interface Reader<T> {
    /**
     * @param before the current value
     * @param first whether this is the first occurrence of the flag
     */
    T read(String text, T before, boolean first) throws FlagException;
  }

  Flag(
      String name,
      String shorthand,
      String type,
      T fallback,
      String help,
      Reader<T> reader,
      Function<T, String> writer) {
    this.name = name;
    this.shorthand = shorthand;
    this.type = type;
    this.help = help;
    this.reader = reader;
    this.writer = writer;
    this.value = fallback;
    this.fallback = writer.apply(fallback);
  }

  public String name() {
    return name;
  }

  /** The one-letter shorthand; empty for none. */
  String shorthand() {
    return shorthand;
  }

  public T get() {
    return value;
  }

  /** Whether the flag was set on the command line. */
  public boolean changed() {
    return changed;
  }

  /** The value as Go programs print it. */
  public String text() {
    return writer.apply(value);
  }

  boolean takesNoArgument() {
    return type.equals("bool") || type.equals("version");
  }

  void set(String text) throws FlagException {
    try {
      value = reader.read(text, value, !changed);
      changed = true;
    } catch (FlagException e) {
      String dashed = shorthand.isEmpty() ? "--" + name : "-" + shorthand + ", --" + name;
      throw new FlagException(
          "invalid argument \"" + text + "\" for \"" + dashed + "\" flag: " + e.getMessage());
    }
  }

  /** The left column of the help. */
  String synopsis() {
    String left = shorthand.isEmpty() ? "      --" + name : "  -" + shorthand + ", --" + name;
    return switch (type) {
      case "bool" -> left;
      case "version" -> left + " version[=true]";
      default -> left + " " + type;
    };
  }

  /** The right column of the help. */
  String explanation() {
    boolean zero =
        switch (fallback) {
          case "", "false", "0", "0s", "[]" -> true;
          default -> false;
        };
    if (zero) {
      return help;
    }
    String shown = type.equals("string") ? "\"" + fallback + "\"" : fallback;
    return help + " (default " + shown + ")";
  }
}
