package io.coxswain.node.scheduler;

import io.coxswain.api.LabelSelector;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where a pod goes. */
sealed interface Placement {

  /** The pod goes to this node. */
  record On(String node) implements Placement {}

  /** No node fits; the message counts why, in kube-scheduler's words. */
  record Nowhere(String message) implements Placement {}

  /**
   * Chooses a node.
   *
   * @param bound all pods that have a node and have not ended
   */
  static Placement choose(Pod pod, List<Node> nodes, List<BoundPod> bound) {
    if (nodes.isEmpty()) {
      return new Nowhere("no nodes available to schedule pods");
    }
    var refusals = new TreeMap<String, Integer>();
    var fitting = new ArrayList<Candidate>();
    for (Node node : nodes) {
      String name = node.getMetadata().getName();
      List<BoundPod> there = bound.stream().filter(b -> b.node().equals(name)).toList();
      List<String> reasons = reasonsAgainst(pod, node, there);
      if (reasons.isEmpty()) {
        fitting.add(new Candidate(name, siblings(pod, there), there.size()));
      }
      reasons.forEach(reason -> refusals.merge(reason, 1, Integer::sum));
    }
    return fitting.stream()
        .min(Candidate.BEST_FIRST)
        .<Placement>map(best -> new On(best.node()))
        .orElseGet(() -> new Nowhere(summary(nodes.size(), refusals)));
  }

  private static String summary(int nodes, Map<String, Integer> refusals) {
    return refusals.entrySet().stream()
        .map(e -> e.getValue() + " " + e.getKey())
        .sorted()
        .collect(Collectors.joining(", ", "0/" + nodes + " nodes are available: ", "."));
  }

  private static long siblings(Pod pod, List<BoundPod> there) {
    String controller = controllerUid(pod);
    return controller.isEmpty()
        ? 0
        : there.stream().filter(b -> b.controllerUid().equals(controller)).count();
  }

  /** The UID of the pod's controlling owner; empty for none. */
  static String controllerUid(Pod pod) {
    return pod.getMetadata().getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .map(OwnerReference::getUid)
        .findFirst()
        .orElse("");
  }

  private static List<String> reasonsAgainst(Pod pod, Node node, List<BoundPod> there) {
    if (Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
      return List.of("node(s) were unschedulable");
    }
    if (!isReady(node)) {
      return List.of("node(s) were not ready");
    }
    Optional<Taint> taint = untolerated(pod, node);
    if (taint.isPresent()) {
      return List.of("node(s) had untolerated taint(s)");
    }
    if (!matches(pod, node)) {
      return List.of("node(s) didn't match Pod's node affinity/selector");
    }
    return lacking(pod, node, there);
  }

  private static boolean isReady(Node node) {
    return node.getStatus() != null
        && node.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True"));
  }

  private static Optional<Taint> untolerated(Pod pod, Node node) {
    return node.getSpec().getTaints().stream()
        .filter(t -> t.getEffect().equals("NoSchedule") || t.getEffect().equals("NoExecute"))
        .filter(t -> pod.getSpec().getTolerations().stream().noneMatch(o -> tolerates(o, t)))
        .findFirst();
  }

  private static boolean tolerates(Toleration toleration, Taint taint) {
    if (isSet(toleration.getEffect()) && !toleration.getEffect().equals(taint.getEffect())) {
      return false;
    }
    if (isSet(toleration.getKey()) && !toleration.getKey().equals(taint.getKey())) {
      return false;
    }
    return "Exists".equals(toleration.getOperator())
        || (isSet(toleration.getKey())
            && Objects.equals(orEmpty(toleration.getValue()), orEmpty(taint.getValue())));
  }

  private static boolean matches(Pod pod, Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    Map<String, String> selector = pod.getSpec().getNodeSelector();
    if (selector != null && !LabelSelector.of(selector).test(labels)) {
      return false;
    }
    var affinity = pod.getSpec().getAffinity();
    if (affinity == null || affinity.getNodeAffinity() == null) {
      return true;
    }
    var required = affinity.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution();
    return required == null
        || required.getNodeSelectorTerms().stream().anyMatch(term -> holds(term, node));
  }

  private static boolean holds(NodeSelectorTerm term, Node node) {
    if (term.getMatchExpressions().isEmpty() && term.getMatchFields().isEmpty()) {
      return false; // an empty term selects nothing
    }
    Map<String, String> fields = Map.of("metadata.name", node.getMetadata().getName());
    return selector(term.getMatchExpressions()).test(node.getMetadata().getLabels())
        && selector(term.getMatchFields()).test(fields);
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

  private static List<String> lacking(Pod pod, Node node, List<BoundPod> there) {
    var free = Requests.amounts(node.getStatus().getAllocatable());
    for (BoundPod other : there) {
      other
          .requests()
          .forEach((name, amount) -> free.merge(name, amount.negate(), BigDecimal::add));
    }
    var reasons = new ArrayList<String>();
    Requests.of(pod)
        .forEach(
            (name, amount) -> {
              if (amount.compareTo(free.getOrDefault(name, BigDecimal.ZERO)) > 0) {
                reasons.add(name.equals(Requests.PODS) ? "Too many pods" : "Insufficient " + name);
              }
            });
    return reasons;
  }

  private static boolean isSet(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /**
   * A node that fits.
   *
   * @param siblings how many pods of the same controller it has
   */
  record Candidate(String node, long siblings, int pods) {
    static final Comparator<Candidate> BEST_FIRST =
        Comparator.comparingLong(Candidate::siblings)
            .thenComparingInt(Candidate::pods)
            .thenComparing(Candidate::node);
  }
}
