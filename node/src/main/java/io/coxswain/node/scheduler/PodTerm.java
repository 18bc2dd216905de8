package io.coxswain.node.scheduler;

import io.coxswain.api.LabelSelector;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Affinity to, or anti-affinity from, the selected pods, within a topology.
 *
 * @param selection the selected pods
 * @param topologyKey the label of nodes that defines the topology domain
 */
record PodTerm(Selection selection, String topologyKey) {

  /**
   * Some pods.
   *
   * @param namespaces empty for all
   */
  record Selection(SortedSet<String> namespaces, LabelSelector selector) {
    boolean test(String namespace, Map<String, String> labels) {
      return (namespaces.isEmpty() || namespaces.contains(namespace)) && selector.test(labels);
    }

    static Selection in(String namespace, LabelSelector selector) {
      return new Selection(
          Collections.unmodifiableSortedSet(new TreeSet<>(List.of(namespace))), selector);
    }
  }

  /** A preferred term; anti-affinity if its weight is negative. */
  record Weighted(int weight, PodTerm term) {}

  /** The labels of all namespaces, for terms that select them. */
  interface Namespaces {
    Map<String, Map<String, String>> labels();
  }

  static List<PodTerm> all(
      @Nullable List<PodAffinityTerm> terms,
      String namespace,
      Map<String, String> labels,
      Namespaces namespaces) {
    return terms == null
        ? List.of()
        : terms.stream().map(term -> of(term, namespace, labels, namespaces)).toList();
  }

  static List<Weighted> weighted(
      @Nullable List<WeightedPodAffinityTerm> terms,
      int sign,
      String namespace,
      Map<String, String> labels,
      Namespaces namespaces) {
    return terms == null
        ? List.of()
        : terms.stream()
            .map(
                term ->
                    new Weighted(
                        sign * term.getWeight(),
                        of(term.getPodAffinityTerm(), namespace, labels, namespaces)))
            .toList();
  }

  private static PodTerm of(
      PodAffinityTerm term, String namespace, Map<String, String> labels, Namespaces namespaces) {
    var terms = new ArrayList<LabelSelector.Term>();
    if (term.getLabelSelector() != null) {
      terms.addAll(LabelSelector.of(term.getLabelSelector()).terms());
    }
    addKeys(terms, term.getMatchLabelKeys(), LabelSelector.Operator.IN, labels);
    addKeys(terms, term.getMismatchLabelKeys(), LabelSelector.Operator.NOT_IN, labels);
    // No selector at all selects nothing; an empty one selects everything.
    LabelSelector selector =
        term.getLabelSelector() == null
            ? new LabelSelector(
                List.of(
                    new LabelSelector.Term("x", LabelSelector.Operator.EXISTS, List.of()),
                    new LabelSelector.Term("x", LabelSelector.Operator.NOT_EXISTS, List.of())))
            : new LabelSelector(terms);
    return new PodTerm(
        new Selection(named(term, namespace, namespaces), selector), term.getTopologyKey());
  }

  private static void addKeys(
      List<LabelSelector.Term> terms,
      @Nullable List<String> keys,
      LabelSelector.Operator operator,
      Map<String, String> labels) {
    if (keys == null) {
      return;
    }
    for (String key : keys) {
      String value = labels.get(key);
      if (value != null) {
        terms.add(new LabelSelector.Term(key, operator, List.of(value)));
      }
    }
  }

  private static SortedSet<String> named(
      PodAffinityTerm term, String namespace, Namespaces namespaces) {
    var names = new TreeSet<String>();
    if (term.getNamespaces() != null) {
      names.addAll(term.getNamespaces());
    }
    if (term.getNamespaceSelector() == null) {
      if (names.isEmpty()) {
        names.add(namespace);
      }
      return Collections.unmodifiableSortedSet(names);
    }
    LabelSelector selector = LabelSelector.of(term.getNamespaceSelector());
    if (selector.terms().isEmpty()) {
      return Collections.emptySortedSet(); // all
    }
    namespaces
        .labels()
        .forEach(
            (name, labels) -> {
              if (selector.test(labels)) {
                names.add(name);
              }
            });
    if (names.isEmpty()) {
      names.add(""); // none: no namespace has this name
    }
    return Collections.unmodifiableSortedSet(names);
  }
}
