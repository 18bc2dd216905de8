package io.coxswain.slurm.exporter;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerException;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The locations of the Slurm nodes of a cluster: a worker pod has the name of its Slurm node, and
 * the labels of its Kubernetes node contain the rest. Read from a cache that holds only worker pods
 * and labelled nodes.
 */
final class NodeTopologyCache {
  private static final Logger log = LoggerFactory.getLogger("soperator-exporter");
  private static final String NVLINK_GROUP = "topology.nebius.com/nvl-instance-group-id";
  private static final String NODE_SET = "slurm.nebius.ai/nodeset-name";
  private static final String INSTANCE = "app.kubernetes.io/instance";
  private static final String WORKER = "slurm.nebius.ai/worker";

  private final Env env;
  private final Manager manager;
  private final String namespace;

  private NodeTopologyCache(Env env, Manager manager, String namespace) {
    this.env = env;
    this.manager = manager;
    this.namespace = namespace;
  }

  static NodeTopologyCache of(Env env, String namespace, String cluster) {
    LabelSelector workers =
        new LabelSelector(List.of(equal(INSTANCE, cluster), equal(WORKER, "true")));
    LabelSelector placed =
        new LabelSelector(
            List.of(new LabelSelector.Term(NODE_SET, LabelSelector.Operator.EXISTS, List.of())));
    Manager manager =
        Manager.builder(env)
            .name("exporter")
            .userAgent("exporter/v5.0.0 (coxswain)")
            .grace(Duration.ofSeconds(1))
            .cache(
                cache ->
                    cache
                        .kind(
                            Pod.class,
                            pods -> pods.namespace(namespace, scope -> scope.labels(workers)))
                        .kind(Node.class, nodes -> nodes.scope(scope -> scope.labels(placed))))
            .build();
    return new NodeTopologyCache(env, manager, namespace);
  }

  private static LabelSelector.Term equal(String key, String value) {
    return new LabelSelector.Term(key, LabelSelector.Operator.IN, List.of(value));
  }

  Reader client() {
    return manager.client();
  }

  /** Begins to fill the cache. */
  void begin() {
    var _ = env.tasks().spawn("topology cache", this::run);
  }

  private void run() throws CancelledException {
    try {
      manager.run();
    } catch (ManagerException e) {
      log.atError().setCause(e).log("Kubernetes topology cache stopped unexpectedly");
    }
  }

  void end() {
    manager.stop();
  }

  /** By the names of the Slurm nodes. */
  SortedMap<String, NodePlace> find() throws ApiException, CancelledException {
    Map<String, NodePlace> byNode = new HashMap<>();
    for (Node node : manager.client().list(Node.class).toList()) {
      Map<String, String> labels =
          node.getMetadata().getLabels() == null
              ? Collections.emptyMap()
              : node.getMetadata().getLabels();
      byNode.put(
          node.getMetadata().getName(),
          new NodePlace(labels.getOrDefault(NVLINK_GROUP, ""), labels.getOrDefault(NODE_SET, "")));
    }
    var places = new TreeMap<String, NodePlace>();
    for (Pod pod : manager.client().list(Pod.class).in(namespace).toList()) {
      NodePlace place = byNode.get(pod.getSpec().getNodeName());
      if (place != null) {
        places.put(pod.getMetadata().getName(), place);
      }
    }
    return places;
  }
}
