package io.coxswain.slurm.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Scenario;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TopologyTextTest {
  @Test
  void hangsPodsUnderTheirSwitchesAndTheRestUnderUnknown() {
    TopologyInputs places =
        places(
            Map.of(
                "a", Map.of("tier-0", "nvl0", "tier-1", "leaf00", "tier-2", "spine00"),
                "b", Map.of("tier-0", "nvl0", "tier-1", "leaf00", "tier-2", "spine00"),
                "empty", Map.of("tier-1", "leaf99", "tier-2", "spine99")),
            Map.of("a", List.of("gpu-0"), "b", List.of("gpu-1")),
            List.of("gpu-0", "gpu-1", "gpu-2", "cpu-0"),
            Map.of());

    assertThat(TreeTopology.text(places))
        .isEqualTo(
            """
            SwitchName=leaf00 Nodes=gpu-0,gpu-1
            SwitchName=root Switches=spine00,unknown
            SwitchName=spine00 Switches=leaf00
            SwitchName=unknown Nodes=cpu-0,gpu-2
            """);
  }

  @Test
  @Scenario("soperator-render-19")
  void leavesFabricsUnconnected() {
    TopologyInputs places =
        places(
            Map.of("a", Map.of("tier-1", "leaf00")),
            Map.of("a", List.of("gpu-0")),
            List.of("gpu-0", "gpu-1", "cpu-0"),
            Map.of("gpu-0", "fabric-a", "gpu-1", "fabric-a"));

    assertThat(TreeTopology.text(places))
        .isEqualTo(
            """
            SwitchName=fabric-a Switches=fabric-a.unknown,leaf00
            SwitchName=fabric-a.unknown Nodes=gpu-1
            SwitchName=leaf00 Nodes=gpu-0
            SwitchName=root Switches=unknown
            SwitchName=unknown Nodes=cpu-0
            """);
  }

  @Test
  @Scenario("soperator-render-20")
  void endsLongNumbersSoThatSlurmDoesNotReadThem() {
    String name = "ib-" + "1".repeat(19);
    TopologyInputs places =
        places(
            Map.of("a", Map.of("tier-1", name, "tier-2", "spine")),
            Map.of("a", List.of("gpu-0")),
            List.of("gpu-0"),
            Map.of());

    assertThat(TreeTopology.text(places))
        .contains("SwitchName=" + name + "_ Nodes=gpu-0\n")
        .contains("SwitchName=spine Switches=" + name + "_\n");
    assertThat(SafeNames.of("ib-" + "1".repeat(18))).doesNotEndWith("_");
  }

  @Test
  void hangsNodesWithAGapInTheirLabelsUnderUnknown() {
    TopologyInputs places =
        places(
            Map.of("a", Map.of("tier-1", "leaf", "tier-3", "core"), "b", Map.of("tier-1", "")),
            Map.of("a", List.of("gpu-0"), "b", List.of("gpu-1")),
            List.of("gpu-0", "gpu-1"),
            Map.of());

    assertThat(TreeTopology.text(places))
        .isEqualTo("SwitchName=root Switches=unknown\nSwitchName=unknown Nodes=gpu-0,gpu-1\n");
  }

  @Test
  void putsASwitchInTheMiddleOfAnotherPathNotUnderTheRoot() {
    TopologyInputs places =
        places(
            Map.of(
                "a", Map.of("tier-1", "leaf"),
                "b", Map.of("tier-1", "leaf", "tier-2", "spine")),
            Map.of("a", List.of("gpu-0"), "b", List.of("gpu-1")),
            List.of("gpu-0", "gpu-1"),
            Map.of());

    assertThat(TreeTopology.text(places)).contains("SwitchName=root Switches=spine\n");
  }

  @Test
  void buildsBlocksByTierZero() {
    TopologyInputs places =
        places(
            Map.of("a", Map.of("tier-0", "nvl0"), "b", Map.of("tier-1", "leaf")),
            Map.of("a", List.of("gpu-0", "gpu-1"), "b", List.of("gpu-2")),
            List.of("gpu-0", "gpu-1", "gpu-2", "gpu-3"),
            Map.of("gpu-3", "fabric-a"));

    assertThat(BlockTopology.text(places, 16))
        .isEqualTo(
            """
            BlockName=fabric-a.unknown Nodes=gpu-3
            BlockName=nvl0 Nodes=gpu-[0-1]
            BlockName=unknown Nodes=gpu-2
            BlockSizes=16
            """);
  }

  @Test
  void compressesHostLists() {
    assertThat(HostRanges.merge(List.of("b-1", "a-3", "a-1", "a-2", "a-7", "x", "a-1")))
        .isEqualTo("a-[1-3,7],b-1,x");
    assertThat(HostRanges.merge(List.of("a-01", "a-02", "a-3"))).isEqualTo("a-[01-02],a-3");
    assertThat(HostRanges.merge(List.of())).isEmpty();
  }

  private static TopologyInputs places(
      Map<String, Map<String, String>> labels,
      Map<String, List<String>> pods,
      List<String> nodes,
      Map<String, String> fabrics) {
    SortedMap<String, SortedMap<String, String>> sorted = new TreeMap<>();
    labels.forEach((node, tiers) -> sorted.put(node, new TreeMap<>(tiers)));
    return new TopologyInputs(
        sorted, new TreeMap<>(pods), new TreeSet<>(nodes), new TreeMap<>(fabrics));
  }
}
