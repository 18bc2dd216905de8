package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import java.time.Duration;

/** What is shared with cloud controllers; several are taken and have no effect, as upstream. */
public final class CloudFlags {
  public final Flag<String> provider;
  public final Flag<String> config;
  public final Flag<String> externalVolumePlugin;
  public final Flag<Boolean> allowUntagged;
  public final Flag<Duration> routeReconciliationPeriod;
  public final Flag<Duration> nodeMonitorPeriod;
  public final Flag<String> clusterName;
  public final Flag<String> clusterCidr;
  public final Flag<Boolean> allocateNodeCidrs;
  public final Flag<String> cidrAllocatorType;
  public final Flag<Boolean> configureRoutes;
  public final Flag<Duration> nodeSyncPeriod;
  public final Flag<Integer> serviceSyncs;

  CloudFlags(FlagSet set, FlagSet services) {
    provider = set.string("cloud-provider", "", "'external' or nothing.");
    config = set.string("cloud-config", "", "A file for the cloud provider; has no effect.");
    externalVolumePlugin =
        set.string(
            "external-cloud-volume-plugin", "", "A volume plugin of a cloud; has no effect.");
    allowUntagged = set.bool("allow-untagged-cloud", false, "Deprecated; has no effect.");
    routeReconciliationPeriod =
        set.duration("route-reconciliation-period", "10s", "How often cloud routes are set right.");
    nodeMonitorPeriod =
        set.duration(
            "node-monitor-period", "5s", "How often the node lifecycle controller looks at nodes.");
    clusterName = set.string("cluster-name", "kubernetes", "The name of the cluster.");
    clusterCidr =
        set.string(
            "cluster-cidr",
            "",
            "The addresses of pods, one range or two; used with --allocate-node-cidrs.");
    allocateNodeCidrs =
        set.bool(
            "allocate-node-cidrs", false, "Give each node a part of --cluster-cidr for its pods.");
    cidrAllocatorType =
        set.string("cidr-allocator-type", "RangeAllocator", "How ranges are given to nodes.");
    configureRoutes =
        set.bool(
            "configure-cloud-routes", true, "Tell the cloud the routes to pods; has no effect.");
    nodeSyncPeriod = set.duration("node-sync-period", "0s", "Deprecated; has no effect.");
    serviceSyncs =
        services.int32(
            "concurrent-service-syncs", 1, "Cloud load balancers set up at once; has no effect.");
  }

  void check(Problems problems) {
    problems.unless(
        provider.get().isEmpty() || provider.get().equals("external"),
        "cloud provider \""
            + provider.get()
            + "\" was specified, but built-in cloud providers are disabled. Please set"
            + " --cloud-provider=external and migrate to an external cloud provider");
    problems.unless(
        cidrAllocatorType.get().equals("RangeAllocator"),
        "built-in cloud providers are disabled. The ipam "
            + cidrAllocatorType.get()
            + " is not available");
  }
}
