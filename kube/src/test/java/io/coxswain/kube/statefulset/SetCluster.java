package io.coxswain.kube.statefulset;

import io.coxswain.api.ApiException;
import io.coxswain.kube.Cluster;
import io.coxswain.kube.common.Pods;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A cluster with one set, named {@code web}. */
record SetCluster(Cluster cluster) {

  /** Creates the set, with the given lines in its spec. */
  void create(String specLines) throws ApiException {
    cluster.create(
        StatefulSet.class,
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: web}
        spec:
          serviceName: web
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: c, image: "img:1"}]
        """
            + specLines.indent(2));
  }

  void edit(Consumer<StatefulSetSpec> edit) throws ApiException {
    cluster
        .world()
        .objects()
        .edit(StatefulSet.class, Cluster.key("web"), set -> edit.accept(set.getSpec()));
  }

  void setImage(String image) throws ApiException {
    edit(spec -> spec.getTemplate().getSpec().getContainers().getFirst().setImage(image));
  }

  StatefulSet set() throws ApiException {
    return cluster.world().objects().fetch(StatefulSet.class, Cluster.key("web"));
  }

  StatefulSetStatus status() throws ApiException {
    return set().getStatus();
  }

  /** How many pods the status says are ready. */
  int readyCount() throws ApiException {
    Integer ready = status() == null ? null : status().getReadyReplicas();
    return ready == null ? 0 : ready;
  }

  Optional<Pod> find(int ordinal) throws ApiException {
    return cluster.world().objects().find(Pod.class, Cluster.key("web-" + ordinal));
  }

  boolean has(int ordinal) throws ApiException {
    return find(ordinal).isPresent();
  }

  Pod pod(int ordinal) throws ApiException {
    return find(ordinal).orElseThrow();
  }

  List<String> names() throws ApiException {
    return cluster.world().objects().list(Pod.class, Cluster.NAMESPACE).stream()
        .map(p -> p.getMetadata().getName())
        .sorted()
        .toList();
  }

  static String image(Pod pod) {
    return pod.getSpec().getContainers().getFirst().getImage();
  }

  /** Waits for a pod, binds it to a node, so that it ends only when told to, and makes it ready. */
  void bringUp(int ordinal) throws ApiException {
    cluster.await("web-" + ordinal, () -> has(ordinal));
    Pod pod = pod(ordinal);
    if (!Pods.isAssigned(pod)) {
      cluster.bind(pod, "n1");
    }
    cluster.ready(pod(ordinal));
  }

  boolean isDeleting(int ordinal) throws ApiException {
    return find(ordinal).filter(Pods::isDeleting).isPresent();
  }

  /** Waits until the pod is told to end, and lets it. */
  void letEnd(int ordinal) throws ApiException {
    cluster.await("web-" + ordinal + " is told to end", () -> isDeleting(ordinal));
    cluster.remove(pod(ordinal));
  }
}
