package io.coxswain.slurm.cluster;

import io.coxswain.api.ApiException;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.metrics.Instruments;
import io.fabric8.kubernetes.api.model.Condition;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports the conditions of clusters on each scrape: one series for each condition that exists. */
final class ClusterMetrics {
  private static final Logger log = LoggerFactory.getLogger(ClusterMetrics.class);

  private ClusterMetrics() {}

  static void register(Instruments instruments, Reader cache) {
    instruments.gauge(
        "coxswain_slurmcluster_condition",
        "Conditions of SlurmClusters: 1 if True, 0 if False, -1 if Unknown",
        callback -> conditions(cache, callback),
        "namespace",
        "name",
        "condition");
  }

  private static void conditions(Reader cache, GaugeWithCallback.Callback callback) {
    try {
      for (SlurmCluster cluster : cache.list(SlurmCluster.class).toList()) {
        if (cluster.getStatus() != null) {
          for (Condition condition : cluster.getStatus().getConditions()) {
            callback.call(
                value(condition),
                cluster.getMetadata().getNamespace(),
                cluster.getMetadata().getName(),
                condition.getType());
          }
        }
      }
    } catch (IllegalStateException e) {
      // A scrape may come before the cache has started.
    } catch (ApiException e) {
      log.atWarn().addKeyValue("err", e.getMessage()).log("Failed to list SlurmClusters");
    }
  }

  private static int value(Condition condition) {
    return switch (condition.getStatus()) {
      case "True" -> 1;
      case "False" -> 0;
      default -> -1;
    };
  }
}
