package io.coxswain.kube.host.options;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The names that {@code --controllers} accepts.
 *
 * @param all canonical names, sorted
 * @param offByDefault names that {@code *} excludes, sorted
 * @param aliases canonical names by former names
 */
public record ControllerNames(
    SortedSet<String> all, SortedSet<String> offByDefault, Map<String, String> aliases) {

  public ControllerNames {
    all = Collections.unmodifiableSortedSet(new TreeSet<>(all));
    offByDefault = Collections.unmodifiableSortedSet(new TreeSet<>(offByDefault));
    aliases = Collections.unmodifiableSortedMap(new TreeMap<>(aliases));
  }

  void check(List<String> asked, Problems problems) {
    for (String entry : asked) {
      String said = entry.startsWith("-") ? entry.substring(1) : entry;
      String name = aliases.getOrDefault(said, said);
      if (name.equals("*")) {
        continue;
      }
      if (!all.contains(name)) {
        problems.add("\"" + said + "\" is not in the list of known controllers");
      }
    }
  }

  /** Replaces former names by canonical ones; a leading dash stays. */
  public List<String> resolve(List<String> asked) {
    var resolved = new ArrayList<String>();
    for (String entry : asked) {
      String dash = entry.startsWith("-") ? "-" : "";
      String name = entry.substring(dash.length());
      resolved.add(dash + aliases.getOrDefault(name, name));
    }
    return List.copyOf(resolved);
  }

  /**
   * Whether a controller is enabled: the first entry with its name decides; without one, {@code *}
   * enables all that are on by default.
   *
   * @param resolved from {@link #resolve}
   */
  public boolean isEnabled(String name, List<String> resolved) {
    for (String entry : resolved) {
      if (entry.equals(name)) {
        return true;
      }
      if (entry.equals("-" + name)) {
        return false;
      }
    }
    return resolved.contains("*") && !offByDefault.contains(name);
  }
}
