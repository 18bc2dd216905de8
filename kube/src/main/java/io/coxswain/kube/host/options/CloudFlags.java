package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import java.time.Duration;

/**
 * Flags shared with cloud controller managers. Several are accepted and ignored, as upstream does.
 */
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
    provider = set.string("cloud-provider", "", "Cloud provider: empty or 'external'.");
    config =
        set.string(
            "cloud-config", "", "Path to the configuration of the cloud provider. Has no effect.");
    externalVolumePlugin =
        set.string(
            "external-cloud-volume-plugin",
            "",
            "Volume plugin to use with an external cloud provider. Has no effect.");
    allowUntagged = set.bool("allow-untagged-cloud", false, "Deprecated. Has no effect.");
    routeReconciliationPeriod =
        set.duration(
            "route-reconciliation-period",
            "10s",
            "Interval between two reconciliations of cloud routes. Has no effect.");
    nodeMonitorPeriod =
        set.duration(
            "node-monitor-period",
            "5s",
            "Interval between two health checks of nodes by the node lifecycle controller.");
    clusterName = set.string("cluster-name", "kubernetes", "Name of the cluster.");
    clusterCidr =
        set.string(
            "cluster-cidr",
            "",
            "CIDR range of pods, or two of them, separated by a comma, for dual stack. Used with"
                + " --allocate-node-cidrs.");
    allocateNodeCidrs =
        set.bool(
            "allocate-node-cidrs", false, "Allocate a pod CIDR from --cluster-cidr to each node.");
    cidrAllocatorType =
        set.string("cidr-allocator-type", "RangeAllocator", "Type of the CIDR allocator.");
    configureRoutes =
        set.bool(
            "configure-cloud-routes",
            true,
            "Configure the CIDRs of nodes as routes in the cloud. Has no effect.");
    nodeSyncPeriod = set.duration("node-sync-period", "0s", "Deprecated. Has no effect.");
    serviceSyncs =
        services.int32(
            "concurrent-service-syncs",
            1,
            "Number of cloud load balancers to sync concurrently. Has no effect.");
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
