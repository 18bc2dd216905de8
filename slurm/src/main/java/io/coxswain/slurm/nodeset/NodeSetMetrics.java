package io.coxswain.slurm.nodeset;

import static java.util.Objects.requireNonNullElse;

import io.coxswain.api.ApiException;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.metrics.Instruments;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports the numbers of workers on each scrape. */
final class NodeSetMetrics {
  private static final Logger log = LoggerFactory.getLogger(NodeSetMetrics.class);

  private NodeSetMetrics() {}

  static void register(Instruments instruments, Reader cache) {
    instruments.gauge(
        "coxswain_nodeset_replicas",
        "Workers of NodeSets: desired by the spec, and available",
        callback -> replicas(cache, callback),
        "namespace",
        "name",
        "state");
  }

  private static void replicas(Reader cache, GaugeWithCallback.Callback callback) {
    try {
      for (NodeSet set : cache.list(NodeSet.class).toList()) {
        String namespace = set.getMetadata().getNamespace();
        String name = set.getMetadata().getName();
        callback.call(
            requireNonNullElse(set.getSpec().getReplicas(), 0), namespace, name, "desired");
        callback.call(
            set.getStatus() == null ? 0 : set.getStatus().getReplicas(),
            namespace,
            name,
            "available");
      }
    } catch (IllegalStateException e) {
      // A scrape may come before the cache has started.
    } catch (ApiException e) {
      log.atWarn().addKeyValue("err", e.getMessage()).log("Failed to list NodeSets");
    }
  }
}
