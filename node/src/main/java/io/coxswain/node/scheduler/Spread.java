package io.coxswain.node.scheduler;

import io.coxswain.api.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A topology spread constraint, soft or hard.
 *
 * @param required whether a node that would break it is out of the question
 * @param self whether the pod itself is one of those that are spread
 * @param minDomains how many domains there must be for the least of them to count
 * @param byNodeRules whether only nodes that the pod's own rules allow are counted
 * @param byTaints whether only nodes whose taints the pod tolerates are counted
 */
record Spread(
    boolean required,
    String topologyKey,
    int maxSkew,
    int minDomains,
    boolean self,
    boolean byNodeRules,
    boolean byTaints,
    PodTerm.Selection selection) {

  static List<Spread> of(Pod pod) {
    var spreads = new ArrayList<Spread>();
    Map<String, String> labels = PodFacts.labels(pod);
    for (TopologySpreadConstraint constraint : pod.getSpec().getTopologySpreadConstraints()) {
      var terms = new ArrayList<LabelSelector.Term>();
      if (constraint.getLabelSelector() != null) {
        terms.addAll(LabelSelector.of(constraint.getLabelSelector()).terms());
      }
      for (String key : constraint.getMatchLabelKeys()) {
        String value = labels.get(key);
        if (value != null) {
          terms.add(new LabelSelector.Term(key, LabelSelector.Operator.IN, List.of(value)));
        }
      }
      var selection =
          PodTerm.Selection.in(pod.getMetadata().getNamespace(), new LabelSelector(terms));
      spreads.add(
          new Spread(
              !"ScheduleAnyway".equals(constraint.getWhenUnsatisfiable()),
              constraint.getTopologyKey(),
              constraint.getMaxSkew() == null ? 1 : constraint.getMaxSkew(),
              constraint.getMinDomains() == null ? 1 : constraint.getMinDomains(),
              selection.test(pod.getMetadata().getNamespace(), labels),
              !"Ignore".equals(constraint.getNodeAffinityPolicy()),
              "Honor".equals(constraint.getNodeTaintsPolicy()),
              selection));
    }
    return List.copyOf(spreads);
  }
}
