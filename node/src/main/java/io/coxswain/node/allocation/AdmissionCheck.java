package io.coxswain.node.allocation;

import io.coxswain.node.fit.Amounts;
import io.coxswain.node.fit.HostPort;
import io.coxswain.node.fit.NodeRules;
import io.coxswain.node.fit.Taints;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a pod fits a node next to its other pods, in a kubelet's words.
 *
 * @param shortages resources that are missing
 * @param others all other reasons, in a kubelet's order
 */
record AdmissionCheck(List<Amounts.Shortage> shortages, List<Rejection> others) {
  private static final String OS_LABEL = "kubernetes.io/os";

  /**
   * @param used the requests of the other pods
   * @param ports the host ports of the other pods
   */
  static AdmissionCheck of(NodeFacts node, Pod pod, Amounts used, List<HostPort> ports) {
    Optional<Rejection> system = operatingSystem(node, pod);
    if (system.isPresent()) {
      return new AdmissionCheck(List.of(), List.of(system.get()));
    }
    var others = new ArrayList<Rejection>();
    if (!NodeRules.of(pod).allow(node.name(), node.labels())) {
      others.add(predicate("NodeAffinity", "node(s) didn't match Pod's node affinity/selector"));
    }
    if (HostPort.of(pod).stream().anyMatch(own -> ports.stream().anyMatch(own::clashes))) {
      others.add(
          predicate("NodePorts", "node(s) didn't have free ports for the requested pod ports"));
    }
    if (Taints.evict(node.taints(), pod.getSpec().getTolerations())) {
      others.add(predicate("TaintToleration", "node(s) had taints that the pod didn't tolerate"));
    }
    Amounts wanted = Amounts.ofSpec(pod).knownTo(node.allocatable());
    return new AdmissionCheck(wanted.shortages(node.allocatable(), used), others);
  }

  private static Optional<Rejection> operatingSystem(NodeFacts node, Pod pod) {
    Map<String, String> labels = pod.getMetadata().getLabels();
    String label = labels == null ? null : labels.get(OS_LABEL);
    if (label != null && !label.equals(node.operatingSystem())) {
      return Optional.of(
          new Rejection(
              "PodOSSelectorNodeLabelDoesNotMatch",
              "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label"));
    }
    if (pod.getSpec().getOs() != null
        && !node.operatingSystem().equals(pod.getSpec().getOs().getName())) {
      return Optional.of(
          new Rejection(
              "PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"));
    }
    return Optional.empty();
  }

  private static Rejection predicate(String name, String why) {
    return new Rejection(name, "Predicate " + name + " failed: " + why);
  }

  /** The first reason, resources before all others. */
  Optional<Rejection> rejection() {
    return shortages.isEmpty()
        ? others.stream().findFirst()
        : Optional.of(rejection(shortages.getFirst()));
  }

  private static Rejection rejection(Amounts.Shortage lack) {
    return new Rejection(
        "OutOf" + lack.resource(),
        "Node didn't have enough resource: %s, requested: %d, used: %d, capacity: %d"
            .formatted(lack.resource(), lack.requested(), lack.used(), lack.capacity()));
  }
}
