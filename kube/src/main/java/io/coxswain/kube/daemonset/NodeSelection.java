package io.coxswain.kube.daemonset;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The node selector and the required node affinity of a pod.
 *
 * @param labels all of which a node must have
 * @param terms one of which must match; absent if there is no affinity
 */
record NodeSelection(Map<String, String> labels, Optional<List<NodeSelectorTerm>> terms) {

  static NodeSelection of(PodSpec spec) {
    return new NodeSelection(
        spec.getNodeSelector() == null ? Map.of() : spec.getNodeSelector(),
        terms(spec.getAffinity()));
  }

  private static Optional<List<NodeSelectorTerm>> terms(@Nullable Affinity affinity) {
    return Optional.ofNullable(affinity)
        .map(Affinity::getNodeAffinity)
        .map(node -> node.getRequiredDuringSchedulingIgnoredDuringExecution())
        .map(required -> orEmpty(required.getNodeSelectorTerms()));
  }

  boolean matches(Node node) {
    Map<String, String> present =
        node.getMetadata().getLabels() == null ? Map.of() : node.getMetadata().getLabels();
    boolean selected =
        labels.entrySet().stream().allMatch(e -> e.getValue().equals(present.get(e.getKey())));
    return selected
        && (terms.isEmpty()
            || terms.get().stream()
                .anyMatch(term -> matches(term, present, node.getMetadata().getName())));
  }

  /** An empty term matches nothing. */
  private static boolean matches(NodeSelectorTerm term, Map<String, String> labels, String name) {
    List<NodeSelectorRequirement> expressions = orEmpty(term.getMatchExpressions());
    List<NodeSelectorRequirement> fields = orEmpty(term.getMatchFields());
    Map<String, String> known = Map.of("metadata.name", name);
    return !(expressions.isEmpty() && fields.isEmpty())
        && expressions.stream().allMatch(r -> matches(r, labels.get(r.getKey())))
        && fields.stream().allMatch(r -> matches(r, known.get(r.getKey())));
  }

  private static boolean matches(NodeSelectorRequirement requirement, @Nullable String value) {
    List<String> values = orEmpty(requirement.getValues());
    return switch (requirement.getOperator()) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> compare(value, values).filter(c -> c > 0).isPresent();
      case "Lt" -> compare(value, values).filter(c -> c < 0).isPresent();
      default -> false;
    };
  }

  private static Optional<Integer> compare(@Nullable String value, List<String> values) {
    if (value == null || values.size() != 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(new BigInteger(value).compareTo(new BigInteger(values.getFirst())));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
