package io.coxswain.node.scheduler;

import io.coxswain.node.fit.Amounts;
import io.coxswain.node.fit.HostPort;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A node and the pods that count on it. */
final class Host {
  private final String name;
  private Map<String, String> labels = Map.of();
  private List<Taint> taints = List.of();
  private Amounts allocatable = Amounts.NONE;
  private boolean open;
  private boolean ready;
  private final Map<String, PodFacts> pods = new TreeMap<>();
  private final Map<String, PodFacts> nominated = new TreeMap<>();
  private final List<HostPort> ports = new ArrayList<>();
  private Amounts used = Amounts.NONE;

  Host(Node node) {
    this.name = node.getMetadata().getName();
    update(node);
  }

  void update(Node node) {
    labels =
        node.getMetadata().getLabels() == null
            ? Map.of()
            : new TreeMap<>(node.getMetadata().getLabels());
    taints = List.copyOf(node.getSpec().getTaints());
    open = !Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    allocatable =
        node.getStatus() == null ? Amounts.NONE : Amounts.of(node.getStatus().getAllocatable());
    ready =
        node.getStatus() != null
            && node.getStatus().getConditions().stream()
                .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
  }

  /** What must change for other pods to fit here: heartbeats make no room. */
  List<Object> shape() {
    return List.of(labels, taints, open, ready, allocatable);
  }

  String name() {
    return name;
  }

  Map<String, String> labels() {
    return labels;
  }

  List<Taint> taints() {
    return taints;
  }

  boolean isOpen() {
    return open;
  }

  boolean isReady() {
    return ready;
  }

  Amounts allocatable() {
    return allocatable;
  }

  Amounts used() {
    return used;
  }

  /** With what was promised to pods at least as important as the given one. */
  Amounts usedFor(PodFacts pod) {
    Amounts sum = used;
    for (PodFacts promised : nominated.values()) {
      if (!promised.uid().equals(pod.uid())
          && promised.shape().priority() >= pod.shape().priority()) {
        sum = sum.plus(promised.shape().requests());
      }
    }
    return sum;
  }

  Collection<PodFacts> pods() {
    return pods.values();
  }

  void add(PodFacts pod) {
    pods.put(pod.uid(), pod);
    used = used.plus(pod.shape().requests());
    ports.addAll(pod.shape().ports());
  }

  void renew(PodFacts pod) {
    pods.put(pod.uid(), pod);
  }

  void remove(PodFacts pod) {
    if (pods.remove(pod.uid()) != null) {
      used = used.minus(pod.shape().requests());
      pod.shape().ports().forEach(ports::remove);
    }
  }

  void promise(PodFacts pod) {
    nominated.put(pod.uid(), pod);
  }

  void takeBack(PodFacts pod) {
    nominated.remove(pod.uid());
  }

  /** Whether a port is in use, or promised to a pod at least as important as the given one. */
  boolean hasPort(HostPort wanted, PodFacts pod) {
    return clashes(ports, wanted)
        || nominated.values().stream()
            .anyMatch(
                promised ->
                    !promised.uid().equals(pod.uid())
                        && promised.shape().priority() >= pod.shape().priority()
                        && clashes(promised.shape().ports(), wanted));
  }

  private static boolean clashes(List<HostPort> ports, HostPort wanted) {
    for (HostPort port : ports) {
      if (port.clashes(wanted)) {
        return true;
      }
    }
    return false;
  }
}
