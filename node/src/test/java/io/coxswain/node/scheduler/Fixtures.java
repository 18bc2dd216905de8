package io.coxswain.node.scheduler;

import io.coxswain.api.Json;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.TreeMap;

/** Nodes and pods as tests write them. */
final class Fixtures {
  private Fixtures() {}

  /** A ready node with four processors, 8Gi and room for ten pods; the lines go into its labels. */
  static Node node(String name, String labels) {
    Node node =
        read(
            Node.class,
            """
            metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
            spec: {}
            status:
              allocatable: {cpu: "4", memory: 8Gi, pods: "10"}
              conditions: [{type: Ready, status: "True"}]
            """
                .formatted(name, name));
    var all = new TreeMap<>(node.getMetadata().getLabels());
    for (String label : labels.isEmpty() ? new String[0] : labels.split(",")) {
      all.put(label.split("=")[0], label.split("=")[1]);
    }
    node.getMetadata().setLabels(all);
    return node;
  }

  /** A pod whose container asks for some processors; the YAML goes into its spec. */
  static Pod pod(String name, String cpu, String spec) {
    Pod pod = new Pod();
    pod.setMetadata(
        read(
            ObjectMeta.class,
            "{name: %s, namespace: default, uid: %s, creationTimestamp: \"2026-01-01T00:00:00Z\"}"
                .formatted(name, name)));
    pod.setSpec(
        read(
            PodSpec.class,
            """
            containers:
            - name: c
              resources: {requests: {cpu: "%s"}}
            """
                    .formatted(cpu)
                + spec));
    return pod;
  }

  static <T> T read(Class<T> type, String yaml) {
    try {
      return Json.yamlMapper().readValue(yaml, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static PodFacts facts(Pod pod) {
    return PodFacts.of(pod, TreeMap::new);
  }

  static ClusterView view(List<Node> nodes) {
    var view = new ClusterView();
    nodes.forEach(view::put);
    return view;
  }

  static Placement choose(ClusterView view, Pod pod) {
    return Placement.choose(view, facts(pod), host -> List.of());
  }
}
