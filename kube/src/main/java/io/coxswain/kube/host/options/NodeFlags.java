package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;

/** Flags of node controllers. */
public final class NodeFlags {
  public final Flag<String> serviceRange;
  public final Flag<Integer> mask;
  public final Flag<Integer> maskV4;
  public final Flag<Integer> maskV6;
  public final Flag<Duration> startupGrace;
  public final Flag<Duration> monitorGrace;
  public final Flag<Double> evictionRate;
  public final Flag<Double> secondaryEvictionRate;
  public final Flag<Integer> largeCluster;
  public final Flag<Double> unhealthyZone;
  public final Flag<Integer> terminatedPods;
  public final Flag<Integer> deviceTaintEvictions;

  NodeFlags(FlagSets sets) {
    var ipam = sets.set("node-ipam-controller");
    serviceRange =
        ipam.string(
            "service-cluster-ip-range",
            "",
            "CIDR range of services, or two of them, separated by a comma, for dual stack. Excluded"
                + " from the CIDRs of nodes.");
    mask =
        ipam.int32(
            "node-cidr-mask-size",
            0,
            "Mask size of node CIDRs. 0 selects 24 for IPv4 and 64 for IPv6.");
    maskV4 =
        ipam.int32(
            "node-cidr-mask-size-ipv4",
            0,
            "Mask size of IPv4 node CIDRs in a dual-stack cluster. 0 selects 24.");
    maskV6 =
        ipam.int32(
            "node-cidr-mask-size-ipv6",
            0,
            "Mask size of IPv6 node CIDRs in a dual-stack cluster. 0 selects 64.");
    var lifecycle = sets.set("node-lifecycle-controller");
    startupGrace =
        lifecycle.duration(
            "node-startup-grace-period",
            "1m",
            "Time without a status update after which a starting node is marked unhealthy.");
    monitorGrace =
        lifecycle.duration(
            "node-monitor-grace-period",
            "50s",
            "Time without a status update after which a running node is marked unhealthy.");
    evictionRate =
        lifecycle.decimal(
            "node-eviction-rate",
            "float32",
            0.1,
            "Nodes per second whose pods are evicted in a healthy zone.");
    secondaryEvictionRate =
        lifecycle.decimal(
            "secondary-node-eviction-rate",
            "float32",
            0.01,
            "Nodes per second whose pods are evicted in an unhealthy zone of a large cluster. The"
                + " rate in a small cluster is 0.");
    largeCluster =
        lifecycle.int32(
            "large-cluster-size-threshold",
            50,
            "Number of nodes above which a cluster is treated as large.");
    unhealthyZone =
        lifecycle.decimal(
            "unhealthy-zone-threshold",
            "float32",
            0.55,
            "Fraction of nodes that must be NotReady (at least 3) for a zone to be unhealthy.");
    terminatedPods =
        sets.set("pod-garbage-collector-controller")
            .int32(
                "terminated-pod-gc-threshold",
                12500,
                "Number of terminated pods above which the oldest ones are deleted. 0 or less"
                    + " disables their deletion.");
    deviceTaintEvictions =
        sets.set("device-taint-eviction-controller")
            .int32(
                "concurrent-device-taint-eviction-syncs",
                8,
                "Number of evictions due to device taints, and of status updates of"
                    + " DeviceTaintRules, to run concurrently.");
  }

  void check(Problems problems) {
    problems.unless(
        serviceRange.get().isEmpty() || serviceRange.get().split(",").length <= 2,
        "--service-cluster-ip-range can not contain more than two entries");
    problems.positive(deviceTaintEvictions, "concurrent-device-taint-eviction-syncs");
  }
}
