package io.coxswain.runtime.flags;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The flags of a program in Go's syntax: {@code -name value}, {@code --name=value}, {@code --name}
 * for a switch; {@code --} ends them.
 */
public final class Flags {
  private final Style style;
  private final TreeMap<String, Flag> flags = new TreeMap<>();
  private final List<String> arguments = new ArrayList<>();

  /** The wording of error messages. */
  public enum Style {
    /** Go's package {@code flag}, as used by controller-runtime programs. */
    GO,
    /** The package {@code pflag} of Kubernetes programs: two dashes. */
    POSIX
  }

  private static final class Flag {
    final String help;
    final Type type;
    final String fallback;
    String value;
    boolean given;

    Flag(String help, Type type, String fallback) {
      this.help = help;
      this.type = type;
      this.fallback = fallback;
      this.value = fallback;
    }
  }

  private enum Type {
    STRING,
    BOOL,
    INT,
    FLOAT,
    DURATION
  }

  public Flags(Style style) {
    this.style = style;
  }

  @CanIgnoreReturnValue
  public Flags string(String name, String fallback, String help) {
    return add(name, new Flag(help, Type.STRING, fallback));
  }

  @CanIgnoreReturnValue
  public Flags bool(String name, boolean fallback, String help) {
    return add(name, new Flag(help, Type.BOOL, Boolean.toString(fallback)));
  }

  @CanIgnoreReturnValue
  public Flags integer(String name, int fallback, String help) {
    return add(name, new Flag(help, Type.INT, Integer.toString(fallback)));
  }

  @CanIgnoreReturnValue
  public Flags decimal(String name, double fallback, String help) {
    String text = Double.toString(fallback);
    return add(
        name,
        new Flag(
            help, Type.FLOAT, text.endsWith(".0") ? text.substring(0, text.length() - 2) : text));
  }

  /**
   * @param fallback in Go's syntax, such as {@code 15s}
   */
  @CanIgnoreReturnValue
  public Flags duration(String name, String fallback, String help) {
    return add(name, new Flag(help, Type.DURATION, fallback));
  }

  private Flags add(String name, Flag flag) {
    if (flags.putIfAbsent(name, flag) != null) {
      throw new IllegalArgumentException("flag redefined: " + name);
    }
    return this;
  }

  // ---- reading a command line -----------------------------------------------------------------

  public void parse(List<String> line) throws FlagException {
    for (int i = 0; i < line.size(); i++) {
      String word = line.get(i);
      if (word.equals("--")) {
        arguments.addAll(line.subList(i + 1, line.size()));
        return;
      }
      if (!word.startsWith("-") || word.equals("-")) {
        arguments.add(word);
        if (style == Style.GO) {
          arguments.addAll(line.subList(i + 1, line.size()));
          return;
        }
        continue;
      }
      String text = word.substring(word.startsWith("--") ? 2 : 1);
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals);
      Flag flag = flags.get(name);
      if (flag == null) {
        throw new FlagException(unknown(word, name));
      }
      if (equals >= 0) {
        set(name, flag, text.substring(equals + 1));
      } else if (flag.type == Type.BOOL) {
        flag.value = "true";
        flag.given = true;
      } else if (i + 1 < line.size()) {
        set(name, flag, line.get(++i));
      } else {
        throw new FlagException("flag needs an argument: " + dashed(name));
      }
    }
  }

  private String unknown(String word, String name) {
    String message =
        style == Style.GO
            ? "flag provided but not defined: -" + name
            : word.startsWith("--")
                ? "unknown flag: --" + name
                : "unknown shorthand flag: '" + name.charAt(0) + "' in " + word;
    return flags.keySet().stream()
        .filter(known -> known.replace("-", "").equalsIgnoreCase(name.replaceAll("[-_]", "")))
        .findFirst()
        .map(known -> message + " (did you mean " + dashed(known) + "?)")
        .orElse(message);
  }

  private String dashed(String name) {
    return (style == Style.GO ? "-" : "--") + name;
  }

  private void set(String name, Flag flag, String value) throws FlagException {
    String problem = problem(flag.type, value);
    if (!problem.isEmpty()) {
      throw new FlagException(
          (style == Style.GO
                  ? "invalid value \"" + value + "\" for flag -" + name
                  : "invalid argument \"" + value + "\" for \"--" + name + "\" flag")
              + ": "
              + problem);
    }
    flag.value = value;
    flag.given = true;
  }

  private static String problem(Type type, String value) {
    switch (type) {
      case STRING -> {
        return "";
      }
      case BOOL -> {
        return List.of(
                    "1", "0", "t", "f", "T", "F", "true", "false", "TRUE", "FALSE", "True", "False")
                .contains(value)
            ? ""
            : "parse error";
      }
      case INT -> {
        try {
          Integer.decode(value);
          return "";
        } catch (NumberFormatException e) {
          return "parse error";
        }
      }
      case FLOAT -> {
        try {
          return Double.isNaN(Double.parseDouble(value)) ? "parse error" : "";
        } catch (NumberFormatException e) {
          return "parse error";
        }
      }
      case DURATION -> {
        try {
          GoDuration.parse(value);
          return "";
        } catch (FlagException e) {
          return String.valueOf(e.getMessage());
        }
      }
    }
    return "";
  }

  // ---- values ---------------------------------------------------------------------------------

  public String string(String name) {
    return flag(name).value;
  }

  /** Whether the flag was set on the command line. */
  public boolean isGiven(String name) {
    return flag(name).given;
  }

  public boolean isSet(String name) {
    return List.of("1", "t", "T", "true", "TRUE", "True").contains(flag(name).value);
  }

  public int integer(String name) {
    return Integer.decode(flag(name).value);
  }

  public double decimal(String name) {
    return Double.parseDouble(flag(name).value);
  }

  /** Whether the program has a flag of that name. */
  public boolean knows(String name) {
    return flags.containsKey(name);
  }

  public Duration duration(String name) {
    try {
      return GoDuration.parse(flag(name).value);
    } catch (FlagException e) {
      throw new IllegalArgumentException(
          "default of flag " + name, e); // values have been validated
    }
  }

  /** The positional arguments. */
  public List<String> arguments() {
    return List.copyOf(arguments);
  }

  private Flag flag(String name) {
    Flag flag = flags.get(name);
    if (flag == null) {
      throw new IllegalArgumentException("no flag " + name);
    }
    return flag;
  }

  /** The output of {@code -h}. */
  public String usage() {
    var text = new StringBuilder();
    for (Map.Entry<String, Flag> entry : flags.entrySet()) {
      Flag flag = entry.getValue();
      text.append("  ").append(dashed(entry.getKey()));
      if (flag.type != Type.BOOL) {
        text.append(' ').append(flag.type.name().toLowerCase(java.util.Locale.ROOT));
      }
      text.append("\n    \t").append(flag.help);
      if (!flag.fallback.isEmpty()
          && !flag.fallback.equals("false")
          && !flag.fallback.equals("0")) {
        text.append(" (default ").append(flag.fallback).append(')');
      }
      text.append('\n');
    }
    return text.toString();
  }
}
