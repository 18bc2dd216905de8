package io.coxswain.kube.endpointslice;

import io.coxswain.api.ObjectKey;
import io.coxswain.kube.services.PortSet;
import io.coxswain.kube.services.Services;
import io.coxswain.kube.services.SliceTotals;
import io.coxswain.kube.services.SliceTotals.Share;
import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/** Counts reconciles, endpoints and slices. */
final class EndpointSliceMetrics {
  private static final String PREFIX = "endpoint_slice_controller_";
  private static final double[] ENDPOINTS = Instruments.bounds(2, 2, 15);
  private static final double[] DEFAULT = {.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10};

  private final int max;
  private final SliceTotals totals = new SliceTotals();
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<ObjectKey, String> distributions = new TreeMap<>();
  private final Histogram added;
  private final Histogram removed;
  private final Histogram changedPerSync;
  private final Counter changes;
  private final Counter syncs;

  /**
   * @param max the number of endpoints that a slice may have
   */
  EndpointSliceMetrics(Instruments instruments, int max) {
    this.max = max;
    added =
        instruments.histogram(
            Stability.ALPHA,
            PREFIX + "endpoints_added_per_sync",
            "Number of endpoints added on each Service sync",
            ENDPOINTS);
    removed =
        instruments.histogram(
            Stability.ALPHA,
            PREFIX + "endpoints_removed_per_sync",
            "Number of endpoints removed on each Service sync",
            ENDPOINTS);
    changedPerSync =
        instruments.histogram(
            Stability.ALPHA,
            PREFIX + "endpointslices_changed_per_sync",
            "Number of EndpointSlices changed on each Service sync",
            DEFAULT,
            "topology",
            "traffic_distribution");
    changes =
        instruments.counter(
            Stability.ALPHA, PREFIX + "changes", "Number of EndpointSlice changes", "operation");
    syncs =
        instruments.counter(
            Stability.ALPHA, PREFIX + "syncs", "Number of EndpointSlice syncs", "result");
    totals.register(instruments, PREFIX);
    instruments.gauge(
        PREFIX + "services_count_by_traffic_distribution",
        "Number of Services using some specific trafficDistribution",
        this::countDistributions,
        "traffic_distribution");
  }

  private void countDistributions(GaugeWithCallback.Callback callback) {
    var numbers = new TreeMap<String, Integer>();
    lock.lock();
    try {
      distributions.values().forEach(each -> numbers.merge(each, 1, Integer::sum));
    } finally {
      lock.unlock();
    }
    numbers.forEach((distribution, number) -> callback.call(number, distribution));
  }

  /** A plan for the endpoints of one family, by their ports. */
  void planned(
      Service service, String family, SlicePlan plan, Map<PortSet, List<Endpoint>> endpoints) {
    added.observe(plan.added());
    removed.observe(plan.removed());
    int desired =
        endpoints.values().stream().mapToInt(group -> SliceTotals.desired(group.size(), max)).sum();
    ObjectKey key = ObjectKey.of(service);
    totals.put(
        key,
        family,
        new Share(
            endpoints.values().stream().mapToInt(List::size).sum(),
            plan.create().size() + plan.update().size() + plan.unchanged().size(),
            Math.max(1, desired))); // there is always an empty slice
    String distribution = distribution(service);
    lock.lock();
    try {
      if (distribution.isEmpty()) {
        distributions.remove(key);
      } else {
        distributions.put(key, distribution);
      }
    } finally {
      lock.unlock();
    }
  }

  /** What the service requests, if its endpoints get hints because of it; else empty. */
  private static String distribution(Service service) {
    return ClosenessHints.of(service) == null
        ? ""
        : Objects.requireNonNullElse(service.getSpec().getTrafficDistribution(), "");
  }

  /** All writes of a plan have succeeded. */
  void applied(Service service, SlicePlan plan) {
    boolean topology = TopologyHints.areWanted(Services.annotations(service));
    changedPerSync
        .labelValues(topology ? "Auto" : "Disabled", distribution(service))
        .observe(plan.writes());
  }

  void created() {
    changes.labelValues("create").inc();
  }

  void updated() {
    changes.labelValues("update").inc();
  }

  void deleted() {
    changes.labelValues("delete").inc();
  }

  void synced(boolean success) {
    syncs.labelValues(success ? "success" : "error").inc();
  }

  void forget(ObjectKey service) {
    totals.forget(service);
    lock.lock();
    try {
      distributions.remove(service);
    } finally {
      lock.unlock();
    }
  }
}
