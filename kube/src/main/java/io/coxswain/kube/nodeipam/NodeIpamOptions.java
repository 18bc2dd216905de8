package io.coxswain.kube.nodeipam;

import io.coxswain.api.net.Cidr;
import java.util.ArrayList;
import java.util.List;

/**
 * Options of the node IPAM controller.
 *
 * @param clusterCidrs {@code --cluster-cidr}: one, or one of each family
 * @param serviceCidrs {@code --service-cluster-ip-range}: excluded from allocation
 * @param maskSizes the prefix length of node CIDRs, for each cluster CIDR
 */
public record NodeIpamOptions(
    List<Cidr> clusterCidrs, List<Cidr> serviceCidrs, List<Integer> maskSizes) {
  private static final int DEFAULT_V4 = 24;
  private static final int DEFAULT_V6 = 64;

  /** Maximum number of node CIDRs in a cluster CIDR. */
  private static final int MAX_BITS_V6 = 16;

  public NodeIpamOptions {
    clusterCidrs = List.copyOf(clusterCidrs);
    serviceCidrs = List.copyOf(serviceCidrs);
    maskSizes = List.copyOf(maskSizes);
  }

  /** The values of {@code --node-cidr-mask-size} and its per-family variants; 0 if unset. */
  public record MaskSizes(int any, int v4, int v6) {
    public static final MaskSizes NONE = new MaskSizes(0, 0, 0);
  }

  /**
   * Parses and validates the flags.
   *
   * @throws IllegalArgumentException with upstream's message
   */
  public static NodeIpamOptions parse(String clusterCidr, String serviceRange, MaskSizes sizes) {
    if (clusterCidr.isBlank()) {
      throw new IllegalArgumentException(
          "Controller: Must specify --cluster-cidr if --allocate-node-cidrs is set");
    }
    List<Cidr> cluster = ranges(clusterCidr);
    if (cluster.size() > 1 && !isDual(cluster)) {
      throw new IllegalArgumentException(
          "len of ClusterCIDRs==%d and they are not configured as dual stack (at least one from each"
                  .formatted(cluster.size())
              + " IPFamily");
    }
    if (cluster.size() > 2) {
      throw new IllegalArgumentException(
          "length of clusterCIDRs is:%d more than max allowed of 2".formatted(cluster.size()));
    }
    List<Cidr> services = serviceRange.isBlank() ? List.of() : ranges(serviceRange);
    if (services.size() > 1 && !isDual(services)) {
      throw new IllegalArgumentException(
          "serviceCIDR and secondaryServiceCIDR are not dualstack (from different IPfamiles)");
    }
    List<Integer> masks = masks(cluster, sizes);
    for (int i = 0; i < cluster.size(); i++) {
      check(cluster.get(i), masks.get(i));
    }
    return new NodeIpamOptions(cluster, services, masks);
  }

  private static List<Cidr> ranges(String text) {
    var ranges = new ArrayList<Cidr>();
    for (String part : text.strip().split(",", -1)) {
      Cidr range = Cidr.parse(part.strip());
      if (range == null) {
        throw new IllegalArgumentException(
            "failed to parse cidr value:\"%s\" with error:invalid CIDR address: %s"
                .formatted(part, part));
      }
      ranges.add(range);
    }
    return ranges;
  }

  private static boolean isDual(List<Cidr> ranges) {
    return ranges.stream().anyMatch(r -> r.address().v6())
        && ranges.stream().anyMatch(r -> !r.address().v6());
  }

  private static List<Integer> masks(List<Cidr> cluster, MaskSizes sizes) {
    boolean dual = cluster.size() > 1;
    boolean v6 = cluster.getFirst().address().v6();
    if (dual && sizes.any() != 0) {
      throw new IllegalArgumentException(
          "usage of --node-cidr-mask-size is not allowed with dual-stack clusters");
    }
    if (sizes.any() != 0) {
      if (sizes.v4() != 0 || sizes.v6() != 0) {
        throw new IllegalArgumentException(
            "usage of --node-cidr-mask-size-ipv4 and --node-cidr-mask-size-ipv6 is not allowed if"
                + " --node-cidr-mask-size is set. For dual-stack clusters please unset it and use"
                + " IPFamily specific flags");
      }
      return List.of(sizes.any());
    }
    if (!dual && v6 && sizes.v4() != 0) {
      throw new IllegalArgumentException(
          "usage of --node-cidr-mask-size-ipv4 is not allowed for a single-stack IPv6 cluster");
    }
    if (!dual && !v6 && sizes.v6() != 0) {
      throw new IllegalArgumentException(
          "usage of --node-cidr-mask-size-ipv6 is not allowed for a single-stack IPv4 cluster");
    }
    int v4Size = sizes.v4() == 0 ? DEFAULT_V4 : sizes.v4();
    int v6Size = sizes.v6() == 0 ? DEFAULT_V6 : sizes.v6();
    return cluster.stream().map(range -> range.address().v6() ? v6Size : v4Size).toList();
  }

  private static void check(Cidr cluster, int mask) {
    if (cluster.length() > mask || mask > cluster.address().bits()) {
      throw new IllegalArgumentException(
          "Controller: Invalid --cluster-cidr, mask size of cluster CIDR must be less than or equal"
              + " to --node-cidr-mask-size configured for CIDR family");
    }
    if (cluster.address().v6() && mask - cluster.length() > MAX_BITS_V6) {
      throw new IllegalArgumentException("New CIDR set failed; the node CIDR size is too big");
    }
  }
}
