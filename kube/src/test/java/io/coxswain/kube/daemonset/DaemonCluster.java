package io.coxswain.kube.daemonset;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A cluster with nodes and one set, named {@code agent}. */
record DaemonCluster(Cluster cluster) {

  /** Creates the set, with the given lines in its spec. */
  void create(String specLines) throws ApiException {
    cluster.create(
        DaemonSet.class,
        """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: agent}
        spec:
          selector: {matchLabels: {app: agent}}
          template:
            metadata: {labels: {app: agent}}
            spec:
              containers: [{name: c, image: "img:1"}]
        """
            + specLines.indent(2));
  }

  /** Adds a node that is ready: the taint that a new one gets is gone. */
  void addNode(String name) throws ApiException {
    cluster.create(
        Node.class, "apiVersion: v1\nkind: Node\nmetadata: {name: %s}\n".formatted(name));
    editNode(name, node -> node.getSpec().setTaints(List.of()));
  }

  void editNode(String name, Consumer<Node> edit) throws ApiException {
    cluster.world().objects().edit(Node.class, ObjectKey.of(name), edit);
  }

  void taint(String node, String effect) throws ApiException {
    Taint taint = new TaintBuilder().withKey("team").withValue("x").withEffect(effect).build();
    editNode(
        node,
        n -> {
          var taints = new ArrayList<>(n.getSpec().getTaints());
          taints.add(taint);
          n.getSpec().setTaints(taints);
        });
  }

  void setImage(String image) throws ApiException {
    cluster
        .world()
        .objects()
        .edit(
            DaemonSet.class,
            Cluster.key("agent"),
            set ->
                set.getSpec().getTemplate().getSpec().getContainers().getFirst().setImage(image));
  }

  DaemonSetStatus status() throws ApiException {
    return cluster.world().objects().fetch(DaemonSet.class, Cluster.key("agent")).getStatus();
  }

  /** The pods that are on a node or meant for it, the oldest first. */
  List<Pod> on(String node) throws ApiException {
    return cluster.pods().stream()
        .filter(p -> DaemonPodFactory.target(p).filter(node::equals).isPresent())
        .toList();
  }

  List<Pod> lasting(String node) throws ApiException {
    return on(node).stream().filter(p -> !Pods.isDeleting(p)).toList();
  }

  /** Waits for a pod that is meant for the node and puts it there. */
  Pod bind(String node) throws ApiException {
    cluster.await(
        "a pod for " + node, () -> lasting(node).stream().anyMatch(p -> !Pods.isAssigned(p)));
    Pod pod = lasting(node).stream().filter(p -> !Pods.isAssigned(p)).findFirst().orElseThrow();
    cluster.bind(pod, node);
    return pod;
  }

  /** As {@link #bind}, and makes it ready. */
  void bringUp(String node) throws ApiException {
    cluster.ready(bind(node));
  }

  /** Waits until a pod on the node is told to end, and lets it. */
  void letEnd(String node) throws ApiException {
    cluster.await("a pod on " + node + " is told to end", () -> anyDeleting(node));
    for (Pod pod : on(node)) {
      if (Pods.isDeleting(pod)) {
        cluster.remove(pod);
      }
    }
  }

  boolean anyDeleting(String node) throws ApiException {
    return on(node).stream().anyMatch(Pods::isDeleting);
  }

  static String image(Pod pod) {
    return pod.getSpec().getContainers().getFirst().getImage();
  }
}
