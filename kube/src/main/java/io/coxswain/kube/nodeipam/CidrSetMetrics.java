package io.coxswain.kube.nodeipam;

import io.coxswain.runtime.metrics.Instruments;
import io.coxswain.runtime.metrics.Instruments.Stability;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;

/** Measures how much of each cluster CIDR is allocated. */
final class CidrSetMetrics {
  private static final String LABEL = "clusterCIDR";

  private final Counter allocations;
  private final Counter releases;
  private final Gauge max;
  private final Gauge usage;
  private final Histogram tries;

  CidrSetMetrics(Instruments instruments) {
    allocations =
        instruments.counter(
            Stability.ALPHA,
            "node_ipam_controller_cidrset_cidrs_allocations_total",
            "Counter measuring total number of CIDR allocations.",
            LABEL);
    releases =
        instruments.counter(
            Stability.ALPHA,
            "node_ipam_controller_cidrset_cidrs_releases_total",
            "Counter measuring total number of CIDR releases.",
            LABEL);
    // The misspelling is upstream's.
    max =
        instruments.gauge(
            "node_ipam_controller_cirdset_max_cidrs",
            "Maximum number of CIDRs that can be allocated.",
            LABEL);
    usage =
        instruments.gauge(
            "node_ipam_controller_cidrset_usage_cidrs",
            "Gauge measuring percentage of allocated CIDRs.",
            LABEL);
    tries =
        instruments.histogram(
            Stability.ALPHA,
            "node_ipam_controller_cidrset_allocation_tries_per_request",
            "Number of endpoints added on each Service sync",
            Instruments.bounds(1, 5, 5),
            LABEL);
  }

  void limit(String cidr, int size) {
    max.labelValues(cidr).set(size);
  }

  void allocated(String cidr, int count, double share) {
    allocations.labelValues(cidr).inc(count);
    usage.labelValues(cidr).set(share);
  }

  /**
   * @param skipped allocated CIDRs between the last one and this one
   */
  void searched(String cidr, int skipped) {
    tries.labelValues(cidr).observe(skipped);
  }

  void released(String cidr, int count, double share) {
    releases.labelValues(cidr).inc(count);
    usage.labelValues(cidr).set(share);
  }
}
