package io.coxswain.apiserver.discovery;

import io.coxswain.apiserver.kinds.ServedKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Kinds by group and version, in the order in which clients are to prefer them: built-in groups as
 * upstream ranks them, then those of definitions by name; stable versions first, the highest first.
 */
final class Groups {
  private static final Pattern VERSION = Pattern.compile("v([0-9]+)(?:(alpha|beta)([0-9]+))?");

  private Groups() {}

  /** One version of a group with its kinds by plural name. */
  record Version(String name, List<ServedKind> kinds) {}

  static Map<String, List<Version>> of(List<ServedKind> kinds) {
    var byGroup = new LinkedHashMap<String, TreeMap<String, List<ServedKind>>>();
    var customGroups = new TreeMap<String, TreeMap<String, List<ServedKind>>>();
    for (ServedKind kind : kinds) {
      var groups = kind.facts().custom() ? customGroups : byGroup;
      groups
          .computeIfAbsent(kind.type().group(), g -> new TreeMap<>())
          .computeIfAbsent(kind.type().version(), v -> new ArrayList<>())
          .add(kind);
    }
    customGroups.forEach(byGroup::putIfAbsent);
    var ordered = new LinkedHashMap<String, List<Version>>();
    byGroup.forEach(
        (group, versions) ->
            ordered.put(
                group,
                versions.entrySet().stream()
                    .map(e -> new Version(e.getKey(), sorted(e.getValue())))
                    .sorted(Comparator.comparing(Version::name, Groups::compare))
                    .toList()));
    return ordered;
  }

  private static List<ServedKind> sorted(List<ServedKind> kinds) {
    return kinds.stream().sorted(Comparator.comparing(k -> k.type().plural())).toList();
  }

  private static int compare(String a, String b) {
    Matcher left = VERSION.matcher(a);
    Matcher right = VERSION.matcher(b);
    if (!left.matches() || !right.matches()) {
      return left.matches() ? -1 : (right.matches() ? 1 : a.compareTo(b));
    }
    int byStage = Integer.compare(stage(right), stage(left));
    if (byStage != 0) {
      return byStage;
    }
    int byMajor = Integer.compare(number(right, 1), number(left, 1));
    return byMajor != 0 ? byMajor : Integer.compare(number(right, 3), number(left, 3));
  }

  private static int stage(Matcher version) {
    String stage = version.group(2);
    return stage == null ? 2 : (stage.equals("beta") ? 1 : 0);
  }

  private static int number(Matcher version, int group) {
    String text = version.group(group);
    return text == null ? 0 : Integer.parseInt(text);
  }
}
