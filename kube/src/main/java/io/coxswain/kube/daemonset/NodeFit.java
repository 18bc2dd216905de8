package io.coxswain.kube.daemonset;

import io.coxswain.kube.common.Taints;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.List;
import java.util.function.Function;

/**
 * Whether a node matches a DaemonSet.
 *
 * @param run whether a pod should run on the node
 * @param stay whether an existing pod may stay
 */
record NodeFit(boolean run, boolean stay) {
  private static final NodeFit NO = new NodeFit(false, false);

  /** Ignores resources, ports and preferences. */
  static NodeFit of(DaemonSet set, Node node) {
    return by(set).apply(node);
  }

  /** A matcher for many nodes. */
  static Function<Node, NodeFit> by(DaemonSet set) {
    PodSpec spec = set.getSpec().getTemplate().getSpec();
    String wanted = spec.getNodeName() == null ? "" : spec.getNodeName();
    NodeSelection selection = NodeSelection.of(spec);
    List<Toleration> tolerations = DaemonPodFactory.tolerations(spec);
    return node -> {
      boolean here = wanted.isEmpty() || wanted.equals(node.getMetadata().getName());
      return here && selection.matches(node) ? of(node, tolerations) : NO;
    };
  }

  private static NodeFit of(Node node, List<Toleration> tolerations) {
    boolean stay = toleratesAll(node, tolerations, Taints.NO_EXECUTE);
    return new NodeFit(stay && toleratesAll(node, tolerations, Taints.NO_SCHEDULE), stay);
  }

  private static boolean toleratesAll(Node node, List<Toleration> tolerations, String effect) {
    return Taints.of(node).stream()
        .filter(taint -> effect.equals(taint.getEffect()))
        .allMatch(taint -> tolerations.stream().anyMatch(t -> Taints.tolerates(t, taint)));
  }
}
