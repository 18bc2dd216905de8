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
 * Kinds by group and version, in the order of preference: built-in groups as upstream ranks them,
 * then those of CRDs by name; stable versions first, the highest first.
 */
final class Groups {
  private static final List<String> RANKED =
      List.of(
          "",
          "apiregistration.k8s.io",
          "apps",
          "events.k8s.io",
          "authentication.k8s.io",
          "authorization.k8s.io",
          "autoscaling",
          "batch",
          "certificates.k8s.io",
          "networking.k8s.io",
          "policy",
          "rbac.authorization.k8s.io",
          "storage.k8s.io",
          "admissionregistration.k8s.io",
          "apiextensions.k8s.io",
          "scheduling.k8s.io",
          "coordination.k8s.io",
          "node.k8s.io",
          "discovery.k8s.io",
          "resource.k8s.io",
          "flowcontrol.apiserver.k8s.io");
  private static final Pattern VERSION = Pattern.compile("v([0-9]+)(?:(alpha|beta)([0-9]+))?");

  private Groups() {}

  /** One version of a group with its kinds by plural name. */
  record Version(String name, List<ServedKind> kinds) {}

  static Map<String, List<Version>> of(List<ServedKind> kinds) {
    var byGroup =
        new TreeMap<String, TreeMap<String, List<ServedKind>>>(
            Comparator.comparingInt(Groups::rank).thenComparing(Comparator.naturalOrder()));
    for (ServedKind kind : kinds) {
      byGroup
          .computeIfAbsent(kind.type().group(), g -> new TreeMap<>())
          .computeIfAbsent(kind.type().version(), v -> new ArrayList<>())
          .add(kind);
    }
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

  private static int rank(String group) {
    int at = RANKED.indexOf(group);
    return at < 0 ? RANKED.size() : at;
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
