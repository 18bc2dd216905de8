package io.coxswain.slurm.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.api.Json;
import io.coxswain.api.slurm.NodeConfigurator;
import io.coxswain.api.slurm.NodeContainer;
import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeVolume;
import io.coxswain.api.slurm.PartitionConfiguration;
import io.coxswain.api.slurm.SidecarContainer;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.env.Env;
import io.coxswain.slurm.values.Platform;
import io.coxswain.slurm.values.RenderedSlurmVersion;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Compares everything that is rendered for each sample with what was reviewed. After a wanted
 * change run it with {@code -Dgolden.rewrite=true} and review the difference.
 */
class GoldenTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("coxswain.root"), "slurm/src/test/resources/golden");

  @Test
  void theMinimalClusterIsAsReviewed() throws IOException {
    compare("minimal", render(Samples.minimal(), List.of(), Platform.FULL));
  }

  @Test
  void theFullClusterWithItsNodeSetsIsAsReviewed() throws IOException {
    compare("full", render(Samples.full(), Samples.nodeSets(), Platform.FULL));
  }

  /** What neither sample has: sssd, someone else's database, a profile, a snapshot, own lines. */
  @Test
  void theLessUsualPartsAreAsReviewed() throws IOException {
    SlurmCluster cluster = Samples.full();
    var spec = cluster.getSpec();
    spec.setUseDefaultAppArmorProfile(true);
    spec.setCgroupVersion("v1");
    var snapshot = new NodeVolume();
    snapshot.setVolumeSourceName("scratch");
    spec.getPopulateJail().setJailSnapshotVolume(snapshot);
    var partitions = new PartitionConfiguration();
    partitions.setConfigType("custom");
    partitions.setRawConfig(List.of(" PartitionName=all Nodes=ALL Default=YES "));
    spec.setPartitionConfiguration(partitions);
    var sssd = new NodeContainer();
    sssd.setImage("registry.example/sssd:demo");
    spec.getSlurmNodes().getController().setSssd(sssd);
    spec.getSlurmNodes().getLogin().setSssd(sssd);
    spec.getSlurmNodes().getLogin().setSssdLdapCAConfigMapRefName("ldap-ca");
    ClusterRenderTest.external(cluster);
    NodeSet workers = Samples.burst();
    var sidecar = new SidecarContainer();
    sidecar.getImage().setRepository("registry.example/sssd");
    workers.getSpec().setSssd(sidecar);
    workers.getSpec().setConfigMapRefSshd("own-sshd");

    compare("variant", render(cluster, List.of(workers), Platform.FULL));
  }

  @Test
  void theMinimalClusterOnPlainKubernetesIsAsReviewed() throws IOException {
    compare("minimal-plain", render(Samples.minimal(), List.of(), Platform.PLAIN));
  }

  @Test
  void theFilesForTheOldestSlurmAreAsReviewed() throws IOException {
    ClusterPreview.Result result =
        render(Samples.minimal(), List.of(), Platform.FULL.withSlurm(RenderedSlurmVersion.V22_05));

    var text = new StringBuilder();
    result.files().forEach((name, file) -> text.append(section(name, file)));
    compare("minimal-22.05.files", text.toString());
  }

  @Test
  void theNodeConfiguratorIsAsReviewed() throws IOException {
    NodeConfigurator configurator =
        Samples.read(
                "jailedconfig-and-nodeconfigurator.yaml",
                "NodeConfigurator",
                NodeConfigurator.class)
            .getFirst();

    compare(
        "nodeconfigurator.objects.yaml", document(NodeConfiguratorRender.daemonSet(configurator)));
  }

  private static ClusterPreview.Result render(
      SlurmCluster cluster, List<NodeSet> nodeSets, Platform platform) {
    ClusterPreview.Result result =
        ClusterPreview.of(
            cluster,
            nodeSets,
            Samples.powerStates(),
            List.of(),
            platform,
            Env.production().entropy());
    assertThat(result.problems()).isEmpty();
    return result;
  }

  private static void compare(String name, ClusterPreview.Result result) throws IOException {
    var objects = new StringBuilder();
    result.objects().forEach(object -> objects.append(document(object)));
    var files = new StringBuilder();
    result.files().forEach((file, text) -> files.append(section(file, text)));
    compare(name + ".objects.yaml", objects.toString());
    compare(name + ".files", files.toString());
  }

  private static String document(HasMetadata object) {
    return "---\n" + Json.yaml(Json.tree(object));
  }

  private static String section(String name, String text) {
    return "==== " + name + "\n" + text + (text.endsWith("\n") ? "" : "\n");
  }

  private static void compare(String name, String text) throws IOException {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file, StandardCharsets.UTF_8));
  }
}
