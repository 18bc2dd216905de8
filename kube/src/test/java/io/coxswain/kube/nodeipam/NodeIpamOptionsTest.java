package io.coxswain.kube.nodeipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.kube.nodeipam.NodeIpamOptions.MaskSizes;
import org.junit.jupiter.api.Test;

class NodeIpamOptionsTest {

  @Test
  void hasASizeForEachFamily() {
    assertThat(NodeIpamOptions.parse("10.0.0.0/16", "", MaskSizes.NONE).maskSizes())
        .containsExactly(24);
    assertThat(
            NodeIpamOptions.parse("10.0.0.0/16,fd00::/56", "10.96.0.0/12", MaskSizes.NONE)
                .maskSizes())
        .containsExactly(24, 64);
    assertThat(
            NodeIpamOptions.parse("fd00::/56,10.0.0.0/16", "", new MaskSizes(0, 25, 60))
                .maskSizes())
        .containsExactly(60, 25);
    assertThat(NodeIpamOptions.parse("10.0.0.0/16", "", new MaskSizes(26, 0, 0)).maskSizes())
        .containsExactly(26);
  }

  private static void refuses(String cluster, MaskSizes sizes, String why) {
    assertThatThrownBy(() -> NodeIpamOptions.parse(cluster, "", sizes))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void rejectsInconsistentOptions() {
    refuses("", MaskSizes.NONE, "Must specify --cluster-cidr");
    refuses("10.0.0.0/16,10.1.0.0/16", MaskSizes.NONE, "not configured as dual stack");
    refuses("10.0.0.0/16,fd00::/56,fd01::/56", MaskSizes.NONE, "more than max allowed of 2");
    refuses(
        "10.0.0.0/16,fd00::/56",
        new MaskSizes(24, 0, 0),
        "usage of --node-cidr-mask-size is not allowed with dual-stack clusters");
    refuses("10.0.0.0/16", new MaskSizes(24, 24, 0), "is not allowed if --node-cidr-mask-size");
    refuses("fd00::/56", new MaskSizes(0, 24, 0), "not allowed for a single-stack IPv6 cluster");
    refuses("10.0.0.0/16", new MaskSizes(0, 0, 64), "not allowed for a single-stack IPv4 cluster");
    refuses("10.0.0.0/26", MaskSizes.NONE, "mask size of cluster CIDR must be less than");
    refuses("fd00::/40", MaskSizes.NONE, "the node CIDR size is too big");
    refuses("10.0.0.0", MaskSizes.NONE, "invalid CIDR address");
  }
}
