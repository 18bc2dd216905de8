package io.coxswain.apiserver.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds the pods of a namespace that would be rejected now. */
final class PodSurvey {
  /** The maximum number of checked pods; one of each controller is checked first. */
  private static final int MAX_COUNT = 3000;

  private PodSurvey() {}

  static List<String> of(Snapshot snapshot, String namespace, LevelVersion standard) {
    List<Stored> pods = pods(snapshot, namespace);
    var byReason = new TreeMap<String, TreeSet<String>>();
    for (Stored stored : pods.subList(0, Math.min(MAX_COUNT, pods.size()))) {
      JsonNode pod = stored.tree();
      List<Violation> wrong =
          Checks.of(standard, new Subject(pod.path("metadata"), pod.path("spec")));
      if (!wrong.isEmpty()) {
        String reasons = wrong.stream().map(Violation::reason).collect(Collectors.joining(", "));
        byReason.computeIfAbsent(reasons, r -> new TreeSet<>()).add(stored.key().name());
      }
    }
    var warnings = new ArrayList<String>();
    if (pods.size() > MAX_COUNT) {
      warnings.add(
          "new PodSecurity enforce level only checked against the first %d of %d existing pods"
              .formatted(MAX_COUNT, pods.size()));
    }
    if (!byReason.isEmpty()) {
      warnings.add(
          "existing pods in namespace \"%s\" violate the new PodSecurity enforce level \"%s\""
              .formatted(namespace, standard));
    }
    var each = new TreeSet<String>();
    byReason.forEach((reasons, names) -> each.add(who(names) + ": " + reasons));
    warnings.addAll(each);
    return warnings;
  }

  private static List<Stored> pods(Snapshot snapshot, String namespace) {
    var firsts = new ArrayList<Stored>();
    var others = new ArrayList<Stored>();
    var controllers = new TreeSet<String>();
    for (Stored pod : snapshot.collection("pods").valuesFrom(ObjectKey.of(namespace, ""))) {
      if (!pod.key().namespace().equals(namespace)) {
        break;
      }
      String controller = Meta.controller(pod.tree()).path("uid").asText();
      boolean first = controller.isEmpty() || controllers.add(controller);
      (first ? firsts : others).add(pod);
    }
    firsts.addAll(others);
    return firsts;
  }

  private static String who(SortedSet<String> names) {
    int others = names.size() - 1;
    return switch (others) {
      case 0 -> names.first();
      case 1 -> names.first() + " (and 1 other pod)";
      default -> names.first() + " (and " + others + " other pods)";
    };
  }
}
