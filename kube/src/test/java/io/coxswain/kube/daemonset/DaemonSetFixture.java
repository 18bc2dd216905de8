package io.coxswain.kube.daemonset;

import io.coxswain.api.Timestamps;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateDaemonSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A set named {@code agent}, nodes {@code n0}, {@code n1}, ... and pods as plain values. */
final class DaemonSetFixture {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  static final String HASH = "new";

  final DaemonSet set;
  final List<Node> nodes = new ArrayList<>();
  final List<Pod> pods = new ArrayList<>();
  final Map<String, Duration> heldBack = new TreeMap<>();

  private DaemonSetFixture() {
    set =
        new DaemonSetBuilder()
            .withNewMetadata()
            .withNamespace("ns")
            .withName("agent")
            .withUid("set-uid")
            .endMetadata()
            .withNewSpec()
            .withNewSelector()
            .withMatchLabels(Map.of("app", "agent"))
            .endSelector()
            .withNewTemplate()
            .withNewMetadata()
            .withLabels(Map.of("app", "agent"))
            .endMetadata()
            .withNewSpec()
            .withContainers(new ContainerBuilder().withName("c").withImage("img").build())
            .endSpec()
            .endTemplate()
            .withNewUpdateStrategy()
            .withType("RollingUpdate")
            .withRollingUpdate(new RollingUpdateDaemonSet(new IntOrString(0), new IntOrString(1)))
            .endUpdateStrategy()
            .endSpec()
            .withStatus(new DaemonSetStatus())
            .build();
  }

  static DaemonSetFixture onNodes(int count) {
    var fixture = new DaemonSetFixture();
    for (int i = 0; i < count; i++) {
      fixture.node("n" + i, node -> {});
    }
    return fixture;
  }

  DaemonSetFixture node(String name, Consumer<Node> edit) {
    Node node =
        new NodeBuilder()
            .withNewMetadata()
            .withName(name)
            .withLabels(new TreeMap<>())
            .endMetadata()
            .withNewSpec()
            .endSpec()
            .build();
    edit.accept(node);
    nodes.add(node);
    return this;
  }

  DaemonSetFixture template(Consumer<PodSpec> edit) {
    edit.accept(set.getSpec().getTemplate().getSpec());
    return this;
  }

  DaemonSetFixture rolling(Object maxSurge, Object maxUnavailable) {
    set.getSpec()
        .getUpdateStrategy()
        .setRollingUpdate(
            new RollingUpdateDaemonSet(new IntOrString(maxSurge), new IntOrString(maxUnavailable)));
    return this;
  }

  /** Adds a pod that has been available for a minute. */
  DaemonSetFixture available(String node, boolean updated) {
    return pod(node, updated, "Running", true, pod -> {});
  }

  DaemonSetFixture unavailable(String node, boolean updated) {
    return pod(node, updated, "Pending", false, pod -> {});
  }

  DaemonSetFixture pod(
      String node, boolean updated, String phase, boolean ready, Consumer<Pod> edit) {
    Pod pod = DaemonPodFactory.build(set, updated ? HASH : "old", node);
    String name = "agent-" + node + "-" + pods.size();
    pod.getMetadata().setName(name);
    pod.getMetadata().setUid(name);
    pod.getMetadata().setCreationTimestamp(Timestamps.format(NOW.minusSeconds(1000 - pods.size())));
    pod.getSpec().setNodeName(node);
    pod.setStatus(
        new PodStatusBuilder()
            .withPhase(phase)
            .withConditions(
                new PodConditionBuilder()
                    .withType("Ready")
                    .withStatus(ready ? "True" : "False")
                    .withLastTransitionTime(Timestamps.format(NOW.minusSeconds(60)))
                    .build())
            .build());
    edit.accept(pod);
    pods.add(pod);
    return this;
  }

  static Consumer<Pod> deleting() {
    return pod -> pod.getMetadata().setDeletionTimestamp(Timestamps.format(NOW));
  }

  DaemonSetObservation seen() {
    return new DaemonSetObservation(
        set,
        List.copyOf(nodes),
        List.copyOf(pods),
        HASH,
        node -> Optional.ofNullable(heldBack.get(node)),
        NOW);
  }

  DaemonSetPlan plan() {
    return DaemonSetPlan.of(seen());
  }

  /** The names of the pods that the plan deletes. */
  List<String> deleted() {
    return plan().delete().stream().map(p -> p.getMetadata().getName()).toList();
  }
}
