package io.coxswain.slurm.render;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.coxswain.api.slurm.CustomPlugin;
import io.coxswain.api.slurm.NcclInspectorPreConf;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.PartitionConfiguration;
import io.coxswain.api.slurm.PlugStackConfig;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.api.slurm.SlurmConfig;
import io.coxswain.evidence.Scenario;
import io.coxswain.slurm.render.config.NodeSetRefs;
import io.coxswain.slurm.render.config.SlurmConfigFiles;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.Platform;
import io.coxswain.slurm.values.RenderedSlurmVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The files that all nodes of a cluster share. */
class SlurmConfigsTest {

  @Test
  @Scenario("soperator-render-2")
  void theMinimalClusterHasTheUsualPartitionsAndNoNodes() {
    String conf = base(Samples.minimal(), c -> {});

    assertThat(conf.lines().filter(line -> line.startsWith("PartitionName=")))
        .containsExactly(
            "PartitionName=main Nodes=ALL Default=YES PriorityTier=10 MaxTime=INFINITE State=UP"
                + " OverSubscribe=YES",
            "PartitionName=hidden Nodes=ALL Default=NO PriorityTier=10 PreemptMode=OFF Hidden=YES"
                + " MaxTime=INFINITE State=UP OverSubscribe=YES");
    assertThat(conf.lines()).noneMatch(line -> line.startsWith("NodeName"));
  }

  @Test
  void nodesAndPartitionsFollowTheNodeSets() {
    String conf = base(Samples.full(), c -> {}, Samples.h100());

    assertThat(conf.lines())
        .contains(
            "NodeName=h100-[0-1] State=CLOUD"
                + " NodeAddr=h100-[0-1].gpu-nodeset-svc.slurm.svc.cluster.local"
                + " RealMemory=1228800 Port=6818 Feature=h100,ib"
                + " Gres=gpu:nvidia_h100_80gb_hbm3:8 NodeCPUs=128 Boards=1 SocketsPerBoard=2"
                + " CoresPerSocket=32 ThreadsPerCore=2",
            "#WARNING: Partition h100 references NodeSet not-created-yet ignored: NodeSet does not"
                + " exist",
            "PartitionName=h100 Nodes=h100 Default=NO State=UP",
            "NodeSet=h100 Nodes=h100-[0-1]");
  }

  @Test
  @Scenario("soperator-render-4")
  void aPartitionWithoutUsableNodesStaysWithoutNodes() {
    NodeSet none = Samples.h100();
    none.getSpec().setReplicas(0);

    String conf = base(Samples.full(), c -> {}, none);

    assertThat(conf.lines())
        .contains(
            "#WARNING: Partition h100 references NodeSet h100 ignored: NodeSet has no replicas",
            "#WARNING: Partition h100 has no usable nodeset refs, rendering it without nodes",
            "PartitionName=h100 Nodes=\"\" Default=NO State=UP");
  }

  @Test
  @Scenario("soperator-render-5")
  void theLimitsGrowWithTheWorkers() {
    NodeSet many = Samples.h100();
    many.getSpec().setReplicas(600);

    String conf = base(Samples.full(), c -> {}, many);

    assertThat(conf.lines()).contains("MaxNodeCount=2048", "MaxArraySize=3000");
    assertThat(conf).contains("SlurmctldParameters=conmgr_max_connections=2048,");
  }

  @Test
  @Scenario("soperator-render-6")
  void ephemeralWorkersMayBeSuspendedAndTheOthersMayNot() {
    String with = base(Samples.full(), c -> {}, Samples.h100(), Samples.burst());
    String without = base(Samples.full(), c -> {}, Samples.h100());

    assertThat(with).contains("enable_stepmgr,cloud_dns,idle_on_node_suspend\n");
    assertThat(with.lines()).contains("SuspendExcNodes=h100-[0-1]");
    assertThat(without).doesNotContain("cloud_dns").doesNotContain("idle_on_node_suspend");
  }

  @Test
  @Scenario("soperator-render-8")
  void aCustomLineOfCgroupConfTakesThePlaceOfTheUsualOne() {
    String conf =
        files(Samples.minimal(), c -> c.getSpec().setCustomCgroupConfig("ConstrainRAMSpace=no"))
            .get(SlurmConfigFiles.CGROUP);

    assertThat(conf)
        .doesNotContain("ConstrainRAMSpace=yes")
        .endsWith("IgnoreSystemd=yes\n###\n# Custom config\n###\nConstrainRAMSpace=no");
  }

  @Test
  void cgroupsOfVersionOneNeedOtherLines() {
    String conf =
        files(Samples.minimal(), c -> c.getSpec().setCgroupVersion("v1"))
            .get(SlurmConfigFiles.CGROUP);

    assertThat(conf)
        .endsWith("ConstrainRAMSpace=yes\nCgroupPlugin=cgroup/v1\nConstrainSwapSpace=yes");
  }

  @Test
  @Scenario("soperator-render-23")
  void thePluginsAreTheFourUsualOnes() {
    assertThat(plugins(c -> {}))
        .containsExactly(
            "required chroot.so /mnt/jail",
            "required spank_pyxis.so runtime_path=/run/pyxis execute_entrypoint=0"
                + " container_scope=global sbatch_support=1"
                + " importer=/opt/slurm_scripts/pyxis_caching_importer.sh use_squashfuse=0",
            "optional spanknccldebug.so enabled=0 log-level=INFO out-file=1"
                + " out-dir=/opt/soperator-outputs/local/nccl_logs out-stdout=0",
            "optional spank_nccl_inspector_preconf.so enabled=0"
                + " profiler-plugin=/usr/lib/x86_64-linux-gnu/libnccl-profiler-inspector.so"
                + " dump-dir=/opt/soperator-outputs/shared/nccl_profiles/%j/%s dump-verbose=0"
                + " dump-thread-interval-microseconds=1000000");
  }

  @Test
  @Scenario("soperator-14")
  void theInspectorIsOnWhenItIsNamedAndOffWhenItIsNot() {
    List<String> named =
        plugins(
            c -> {
              var stack = new PlugStackConfig();
              stack.setNcclInspectorPreConf(new NcclInspectorPreConf());
              c.getSpec().setPlugStackConfig(stack);
            });
    List<String> absent = plugins(c -> c.getSpec().setPlugStackConfig(new PlugStackConfig()));

    assertThat(named.get(3)).startsWith("optional spank_nccl_inspector_preconf.so enabled=1 ");
    assertThat(absent.get(3)).startsWith("optional spank_nccl_inspector_preconf.so enabled=0 ");
  }

  @Test
  void argumentsOfAPluginComeSorted() {
    List<String> lines =
        plugins(
            c -> {
              var plugin = new CustomPlugin();
              plugin.setPath("mine.so");
              plugin.setArguments(new LinkedHashMap<>(Map.of("z", "1", "a", "2", "m", "3")));
              var stack = new PlugStackConfig();
              stack.setCustomPlugins(List.of(plugin));
              c.getSpec().setPlugStackConfig(stack);
            });

    assertThat(lines.getLast()).isEqualTo("optional mine.so a=2 m=3 z=1");
  }

  @Test
  void anEmptyOptionIsLeftOutAndZeroIsNot() {
    String conf =
        base(
            Samples.full(),
            c -> {
              slurmConfig(c).setTopologyPlugin("");
              slurmConfig(c).setSuspendTime(0);
            });

    assertThat(conf).doesNotContain("TopologyPlugin").contains("SuspendTime=0\n");
  }

  @Test
  void generatedLinesThatTheReleaseDoesNotKnowAreLeftOut() {
    ClusterValues values =
        ClusterValues.of(
            Samples.minimal(), List.of(), Platform.FULL.withSlurm(RenderedSlurmVersion.V22_05));

    Map<String, String> files = SlurmConfigFiles.of(values);

    assertThat(files.get(SlurmConfigFiles.BASE))
        .doesNotContain("MetricsType", "PowerAction", "enable_stepmgr", "ReconfigFlags")
        .doesNotContain("SlurmctldParameters", "TopologyParam")
        .contains("MaxNodeCount=1024");
    assertThat(files.get(SlurmConfigFiles.CGROUP)).doesNotContain("EnableControllers");
  }

  @Test
  void rejectsAnUnsupportedOptionWithItsNameAndRelease() {
    assertThat(refused("PowerAction=x Program=/x", RenderedSlurmVersion.V25_11))
        .isEqualTo("spec.customSlurmConfig line 1: PowerAction is not known to Slurm 25.11");
    assertThat(refused("# fine\nMaxStepCount=1\nNoSuchOption=1", RenderedSlurmVersion.V26_05))
        .isEqualTo("spec.customSlurmConfig line 3: NoSuchOption is not known to Slurm 26.05");
    assertThat(refused("NodeName=a CPUs=1 Colour=blue", RenderedSlurmVersion.V26_05))
        .isEqualTo("spec.customSlurmConfig line 1: Colour is not known to Slurm 26.05");
    assertThat(refused("what is this", RenderedSlurmVersion.V26_05))
        .isEqualTo(
            "spec.customSlurmConfig line 1: \"what is this\" is not of the form option=value");
  }

  @Test
  void rejectsAValueWithALineBreak() {
    ClusterValues values =
        Samples.values(Samples.full(), c -> slurmConfig(c).setProlog("/a\nSlurmUser=nobody"));

    assertThatThrownBy(() -> SlurmConfigFiles.of(values))
        .isInstanceOf(InvalidClusterException.class)
        .hasMessage("Prolog: the value must not contain a line break");
  }

  @Test
  void twoPartitionsOfOneNameAreRejected() {
    ClusterValues values =
        Samples.values(
            Samples.full(),
            c -> {
              PartitionConfiguration partitions =
                  requireNonNull(c.getSpec().getPartitionConfiguration());
              partitions.getPartitions().get(2).setName("Main");
            });

    assertThatThrownBy(() -> SlurmConfigFiles.of(values))
        .hasMessage("spec.partitionConfiguration.partitions \"Main\": duplicate name");
  }

  @Test
  void theReportOfIgnoredNodeSetsNamesThemAll() {
    NodeSet none = Samples.h100();
    none.getSpec().setReplicas(0);

    NodeSetRefs refs = NodeSetRefs.of(Samples.values(Samples.full(), c -> {}, none));

    assertThat(refs.resolved()).isFalse();
    assertThat(refs.message(1024))
        .isEqualTo(
            "partition \"h100\": nodeSetRef \"h100\" ignored (NodeSet has no replicas);"
                + " partition \"h100\": nodeSetRef \"not-created-yet\" ignored (NodeSet does not"
                + " exist); partition \"h100\" has no nodes: none of its nodeSetRefs are usable");
    assertThat(refs.message(100))
        .isEqualTo(
            "partition \"h100\": nodeSetRef \"h100\" ignored (NodeSet has no replicas); and 2"
                + " more");
  }

  private static String refused(String custom, RenderedSlurmVersion version) {
    SlurmCluster cluster = Samples.minimal();
    cluster.getSpec().setCustomSlurmConfig(custom);
    ClusterValues values = ClusterValues.of(cluster, List.of(), Platform.FULL.withSlurm(version));
    try {
      SlurmConfigFiles.of(values);
      return "taken";
    } catch (InvalidClusterException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static SlurmConfig slurmConfig(SlurmCluster cluster) {
    return requireNonNull(cluster.getSpec().getSlurmConfig());
  }

  private static List<String> plugins(Consumer<SlurmCluster> change) {
    return requireNonNull(files(Samples.minimal(), change).get(SlurmConfigFiles.PLUGSTACK))
        .lines()
        .skip(4)
        .toList();
  }

  private static String base(
      SlurmCluster cluster, Consumer<SlurmCluster> change, NodeSet... nodeSets) {
    return requireNonNull(files(cluster, change, nodeSets).get(SlurmConfigFiles.BASE));
  }

  private static Map<String, String> files(
      SlurmCluster cluster, Consumer<SlurmCluster> change, NodeSet... nodeSets) {
    return SlurmConfigFiles.of(Samples.values(cluster, change, nodeSets));
  }
}
