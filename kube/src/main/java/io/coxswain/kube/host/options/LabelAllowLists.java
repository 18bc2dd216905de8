package io.coxswain.kube.host.options;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The label values that metrics may have, as in {@code --allow-metric-labels} and its manifest: by
 * metric and label.
 */
public record LabelAllowLists(SortedMap<String, SortedMap<String, SortedSet<String>>> byMetric) {
  private static final Pattern KEY =
      Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*,[a-zA-Z_][a-zA-Z0-9_]*");

  /**
   * Parses values of a flag, each with one pair {@code metric,label=v1,v2} or with several quoted
   * ones, separated by commas.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static SortedMap<String, String> pairs(List<String> values) {
    var pairs = new TreeMap<String, String>();
    for (String value : values) {
      for (String pair : split(value)) {
        int at = pair.indexOf('=');
        if (at < 0) {
          throw new IllegalArgumentException(
              "invalid argument \"%s\" for \"--allow-metric-labels\" flag: %s must be formatted as"
                      .formatted(value, pair)
                  + " key=value");
        }
        pairs.put(pair.substring(0, at), pair.substring(at + 1));
      }
    }
    return pairs;
  }

  private static List<String> split(String value) {
    if (value.chars().filter(c -> c == '=').count() == 1) {
      return List.of(unquoted(value));
    }
    var fields = new ArrayList<String>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(unquoted(value.substring(start, i)));
        start = i + 1;
      }
    }
    fields.add(unquoted(value.substring(start)));
    return fields;
  }

  private static String unquoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
        ? text.substring(1, text.length() - 1)
        : text;
  }

  /** Whether the key of a pair names a metric and a label. */
  static boolean isKey(String key) {
    return KEY.matcher(key).matches();
  }

  /** From pairs such as {@code metric,label} and {@code v1,v2}; ignores keys of another form. */
  public static LabelAllowLists of(SortedMap<String, String> pairs) {
    var all = new TreeMap<String, SortedMap<String, SortedSet<String>>>();
    pairs.forEach(
        (key, values) -> {
          if (isKey(key)) {
            String[] names = key.split(",", 2);
            all.computeIfAbsent(names[0], metric -> new TreeMap<>())
                .put(names[1], new TreeSet<>(List.of(values.split(",", -1))));
          }
        });
    return new LabelAllowLists(all);
  }
}
