package io.coxswain.runtime.flags;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The flags of a Kubernetes program, in named sets: parsed as pflag does ({@code --name value},
 * {@code --name=value}, {@code --name} for a switch, {@code -x} for a shorthand), with help in the
 * same layout. An underscore in a name is equivalent to a dash.
 */
public final class FlagSets {
  private static final int NARROWEST_TEXT = 24;

  private final Map<String, FlagSet> sets = new LinkedHashMap<>();
  private final List<String> arguments = new ArrayList<>();

  /**
   * The set with that name; created on the first call, which also determines its position in the
   * help.
   */
  public FlagSet set(String name) {
    return sets.computeIfAbsent(name, FlagSet::new);
  }

  public Collection<FlagSet> sets() {
    return List.copyOf(sets.values());
  }

  /** All flags, by name. */
  public Collection<Flag<?>> flags() {
    return byName().values();
  }

  private SortedMap<String, Flag<?>> byName() {
    var flags = new TreeMap<String, Flag<?>>();
    for (FlagSet set : sets.values()) {
      for (Flag<?> flag : set.flags()) {
        if (flags.put(flag.name(), flag) != null) {
          throw new IllegalStateException("flag redefined: " + flag.name());
        }
      }
    }
    return flags;
  }

  static String normal(String name) {
    return name.replace('_', '-');
  }

  /** The positional arguments. */
  public List<String> arguments() {
    return List.copyOf(arguments);
  }

  // ---- reading a command line -----------------------------------------------------------------

  public void parse(List<String> line) throws FlagException {
    SortedMap<String, Flag<?>> flagsByName = byName();
    for (int i = 0; i < line.size(); i++) {
      String word = line.get(i);
      if (word.equals("--")) {
        arguments.addAll(line.subList(i + 1, line.size()));
        return;
      }
      if (word.startsWith("--")) {
        i += named(flagsByName, line, i);
      } else if (word.startsWith("-") && word.length() > 1) {
        i += lettered(flagsByName, line, i);
      } else {
        arguments.add(word);
      }
    }
  }

  /** Returns the number of additional arguments consumed. */
  private static int named(Map<String, Flag<?>> flagsByName, List<String> line, int at)
      throws FlagException {
    String text = line.get(at).substring(2);
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    if (name.isEmpty() || name.startsWith("-")) {
      throw new FlagException("bad flag syntax: " + line.get(at));
    }
    Flag<?> flag = flagsByName.get(normal(name));
    if (flag == null) {
      throw new FlagException("unknown flag: --" + name);
    }
    return give(flag, equals < 0 ? null : text.substring(equals + 1), "--" + name, line, at);
  }

  private static int lettered(Map<String, Flag<?>> flagsByName, List<String> line, int at)
      throws FlagException {
    String letters = line.get(at).substring(1);
    for (int i = 0; i < letters.length(); i++) {
      String letter = letters.substring(i, i + 1);
      Flag<?> flag =
          flagsByName.values().stream()
              .filter(f -> f.shorthand().equals(letter))
              .findFirst()
              .orElseThrow(
                  () ->
                      new FlagException("unknown shorthand flag: '" + letter + "' in -" + letters));
      String rest = letters.substring(i + 1);
      if (rest.startsWith("=")) {
        flag.set(rest.substring(1));
        return 0;
      }
      if (!flag.takesNoArgument()) {
        return give(
            flag, rest.isEmpty() ? null : rest, "'" + letter + "' in -" + letters, line, at);
      }
      flag.set("true");
    }
    return 0;
  }

  private static int give(
      Flag<?> flag, @Nullable String value, String shown, List<String> line, int at)
      throws FlagException {
    if (value != null) {
      flag.set(value);
      return 0;
    }
    if (flag.takesNoArgument()) {
      flag.set("true");
      return 0;
    }
    if (at + 1 >= line.size()) {
      throw new FlagException("flag needs an argument: " + shown);
    }
    flag.set(line.get(at + 1));
    return 1;
  }

  // ---- help -----------------------------------------------------------------------------------

  /**
   * The flags section of {@code --help}: each set under its heading.
   *
   * @param columns the width of the terminal; 0 for no wrapping
   */
  public String usage(int columns) {
    var text = new StringBuilder();
    for (FlagSet set : sets.values()) {
      if (!set.flags().isEmpty()) {
        String name = set.name();
        text.append('\n')
            .append(name.substring(0, 1).toUpperCase(Locale.ROOT))
            .append(name.substring(1))
            .append(" flags:\n\n");
        print(set, columns, text);
      }
    }
    return text.toString();
  }

  private static void print(FlagSet set, int columns, StringBuilder text) {
    int left = set.flags().stream().mapToInt(flag -> flag.synopsis().length()).max().orElse(0) + 3;
    // On narrow terminals the text goes below the names.
    boolean below = columns > 0 && columns - left < NARROWEST_TEXT;
    int indent = below ? 16 : left;
    for (Flag<?> flag : set.flags()) {
      String synopsis = flag.synopsis();
      text.append(synopsis);
      text.append(below ? "\n" + " ".repeat(indent) : " ".repeat(left - synopsis.length()));
      wrap(flag.explanation(), indent, columns, text);
    }
  }

  private static void wrap(String help, int indent, int columns, StringBuilder text) {
    String pad = " ".repeat(indent);
    boolean first = true;
    for (String line : help.split("\n", -1)) {
      int used = 0;
      if (!first) {
        text.append(pad);
      }
      first = false;
      for (String word : line.split(" ", -1)) {
        if (used > 0 && columns > 0 && indent + used + 1 + word.length() > columns) {
          text.append('\n').append(pad);
          used = 0;
        }
        text.append(used == 0 ? "" : " ").append(word);
        used += (used == 0 ? 0 : 1) + word.length();
      }
      text.append('\n');
    }
  }
}
