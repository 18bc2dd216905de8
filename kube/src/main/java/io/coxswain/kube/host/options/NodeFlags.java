package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;

/** The controllers of nodes. */
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
            "The addresses of services, one range or two; never given to nodes.");
    mask = ipam.int32("node-cidr-mask-size", 0, "Mask of a node's range; 24 (v4) or 64 (v6) if 0.");
    maskV4 = ipam.int32("node-cidr-mask-size-ipv4", 0, "As above, of two families; 24 if 0.");
    maskV6 = ipam.int32("node-cidr-mask-size-ipv6", 0, "As above, of two families; 64 if 0.");
    var lifecycle = sets.set("node-lifecycle-controller");
    startupGrace =
        lifecycle.duration(
            "node-startup-grace-period", "1m", "How long a starting node may be silent.");
    monitorGrace =
        lifecycle.duration(
            "node-monitor-grace-period", "50s", "How long a running node may be silent.");
    evictionRate =
        lifecycle.decimal(
            "node-eviction-rate", "float32", 0.1, "Nodes emptied per second in a healthy zone.");
    secondaryEvictionRate =
        lifecycle.decimal(
            "secondary-node-eviction-rate",
            "float32",
            0.01,
            "Nodes emptied per second in an unhealthy zone of a large cluster.");
    largeCluster =
        lifecycle.int32(
            "large-cluster-size-threshold", 50, "A cluster with more nodes than this is large.");
    unhealthyZone =
        lifecycle.decimal(
            "unhealthy-zone-threshold",
            "float32",
            0.55,
            "The share of nodes not ready (at least 3) that makes a zone unhealthy.");
    terminatedPods =
        sets.set("pod-garbage-collector-controller")
            .int32(
                "terminated-pod-gc-threshold",
                12500,
                "More ended pods than this are deleted, oldest first; 0 or less for never.");
    deviceTaintEvictions =
        sets.set("device-taint-eviction-controller")
            .int32(
                "concurrent-device-taint-eviction-syncs", 8, "Evictions at once; has no effect.");
  }

  void check(Problems problems) {
    problems.unless(
        serviceRange.get().isEmpty() || serviceRange.get().split(",").length <= 2,
        "--service-cluster-ip-range can not contain more than two entries");
    problems.positive(deviceTaintEvictions, "concurrent-device-taint-eviction-syncs");
  }
}
