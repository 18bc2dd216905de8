package io.coxswain.node.fit;

import io.coxswain.api.LabelSelector;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes a pod may be on, by their labels and names, and which it would like.
 *
 * @param anyOf of these terms one must hold; none means no requirement
 */
public record NodeRules(
    LabelSelector selector, List<Term> anyOf, boolean none, List<Preferred> liked) {
  private static final NodeRules ANY =
      new NodeRules(LabelSelector.everything(), List.of(), false, List.of());

  /** Conditions that must all hold. */
  public record Term(LabelSelector labels, LabelSelector fields) {
    boolean test(String node, Map<String, String> nodeLabels) {
      return !(labels.terms().isEmpty() && fields.terms().isEmpty()) // an empty one: nothing
          && labels.test(nodeLabels)
          && fields.test(Map.of("metadata.name", node));
    }
  }

  public record Preferred(int weight, Term term) {}

  public static NodeRules of(Pod pod) {
    Map<String, String> selector = pod.getSpec().getNodeSelector();
    NodeAffinity affinity =
        pod.getSpec().getAffinity() == null ? null : pod.getSpec().getAffinity().getNodeAffinity();
    if ((selector == null || selector.isEmpty()) && affinity == null) {
      return ANY;
    }
    NodeRules rules =
        affinity == null ? ANY : of(affinity.getRequiredDuringSchedulingIgnoredDuringExecution());
    List<Preferred> liked =
        affinity == null
            ? List.of()
            : affinity.getPreferredDuringSchedulingIgnoredDuringExecution().stream()
                .map(p -> new Preferred(p.getWeight(), term(p.getPreference())))
                .toList();
    return new NodeRules(
        selector == null ? LabelSelector.everything() : LabelSelector.of(selector),
        rules.anyOf,
        rules.none,
        liked);
  }

  /** What a volume or a pod requires of its node. */
  public static NodeRules of(@Nullable NodeSelector required) {
    if (required == null) {
      return ANY;
    }
    List<Term> anyOf = required.getNodeSelectorTerms().stream().map(NodeRules::term).toList();
    return new NodeRules(LabelSelector.everything(), anyOf, anyOf.isEmpty(), List.of());
  }

  public boolean allow(String node, Map<String, String> labels) {
    if (none || !selector.test(labels)) {
      return false;
    }
    if (anyOf.isEmpty()) {
      return true;
    }
    for (Term term : anyOf) {
      if (term.test(node, labels)) {
        return true;
      }
    }
    return false;
  }

  /** How much the pod would like the node. */
  public long liking(String node, Map<String, String> labels) {
    long sum = 0;
    for (Preferred preferred : liked) {
      if (preferred.term.test(node, labels)) {
        sum += preferred.weight;
      }
    }
    return sum;
  }

  private static Term term(NodeSelectorTerm term) {
    return new Term(selector(term.getMatchExpressions()), selector(term.getMatchFields()));
  }

  private static LabelSelector selector(List<NodeSelectorRequirement> requirements) {
    return new LabelSelector(
        requirements.stream()
            .map(r -> new LabelSelector.Term(r.getKey(), operator(r.getOperator()), r.getValues()))
            .toList());
  }

  private static LabelSelector.Operator operator(String name) {
    return switch (name) {
      case "In" -> LabelSelector.Operator.IN;
      case "NotIn" -> LabelSelector.Operator.NOT_IN;
      case "Exists" -> LabelSelector.Operator.EXISTS;
      case "DoesNotExist" -> LabelSelector.Operator.NOT_EXISTS;
      case "Gt" -> LabelSelector.Operator.GREATER;
      case "Lt" -> LabelSelector.Operator.LESS;
      default ->
          throw new IllegalArgumentException(
              "\"" + name + "\" is not a valid node selector operator");
    };
  }
}
