package io.coxswain.kube.namespace;

import io.coxswain.api.Conditions;
import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.NamespaceConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Computes the conditions of a namespace that is being deleted. */
final class NamespaceStatus {
  private NamespaceStatus() {}

  /** All five conditions are always present; the transition time changes only with the status. */
  static List<NamespaceCondition> conditions(
      List<NamespaceCondition> present, NamespaceFindings found, Instant now) {
    var conditions = new ArrayList<>(present);
    List<String> discovery = found.discoveryFailures();
    List<String> deletion = found.deletionFailures().stream().sorted().toList();
    set(
        conditions,
        now,
        discovery.isEmpty()
            ? fine(
                "NamespaceDeletionDiscoveryFailure",
                "ResourcesDiscovered",
                "All resources successfully discovered")
            : wrong(
                "NamespaceDeletionDiscoveryFailure",
                "DiscoveryFailed",
                "Discovery failed for some groups, "
                    + discovery.size()
                    + " failing: "
                    + String.join(", ", discovery)));
    set(
        conditions,
        now,
        fine(
            "NamespaceDeletionGroupVersionParsingFailure",
            "ParsedGroupVersions",
            "All legacy kube types successfully parsed"));
    set(
        conditions,
        now,
        deletion.isEmpty()
            ? fine(
                "NamespaceDeletionContentFailure",
                "ContentDeleted",
                "All content successfully deleted, may be waiting on finalization")
            : wrong(
                "NamespaceDeletionContentFailure",
                "ContentDeletionFailed",
                "Failed to delete all resource types, "
                    + deletion.size()
                    + " remaining: "
                    + String.join(", ", deletion)));
    set(
        conditions,
        now,
        found.remaining().isEmpty()
            ? fine(
                "NamespaceContentRemaining", "ContentRemoved", "All content successfully removed")
            : wrong(
                "NamespaceContentRemaining",
                "SomeResourcesRemain",
                "Some resources are remaining: " + listed(found.remaining(), "has")));
    set(
        conditions,
        now,
        found.finalizers().isEmpty()
            ? fine(
                "NamespaceFinalizersRemaining",
                "ContentHasNoFinalizers",
                "All content-preserving finalizers finished")
            : wrong(
                "NamespaceFinalizersRemaining",
                "SomeFinalizersRemain",
                "Some content in the namespace has finalizers remaining: "
                    + listed(found.finalizers(), "in")));
    return conditions;
  }

  private static String listed(SortedMap<String, Integer> counts, String verb) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(e -> e.getKey() + " " + verb + " " + e.getValue() + " resource instances")
        .collect(Collectors.joining(", "));
  }

  private static NamespaceCondition fine(String type, String reason, String message) {
    return condition(type, "False", reason, message);
  }

  private static NamespaceCondition wrong(String type, String reason, String message) {
    return condition(type, "True", reason, message);
  }

  private static NamespaceCondition condition(
      String type, String status, String reason, String message) {
    return new NamespaceConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withReason(reason)
        .withMessage(message)
        .build();
  }

  private static void set(
      List<NamespaceCondition> conditions, Instant now, NamespaceCondition wanted) {
    wanted.setLastTransitionTime(Timestamps.format(now));
    Conditions.NAMESPACE.set(conditions, wanted);
  }
}
