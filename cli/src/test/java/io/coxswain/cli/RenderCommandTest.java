package io.coxswain.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.TestData;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code coxswain render} of Slurm clusters. */
final class RenderCommandTest {
  @TempDir private Path folder = Path.of("");

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  @Test
  void printsAllObjectsOfAClusterAndItsNodeSets() throws IOException {
    assertThat(render(text -> text)).isZero();

    assertThat(output.toString().lines().filter(line -> line.equals("---"))).hasSize(45);
    assertThat(output.toString())
        .contains("apiVersion: apps.kruise.io/v1beta1")
        .contains("name: gpu-controller")
        .contains("name: burst")
        .contains("(generated)")
        .doesNotContain("PRIVATE KEY");
    assertThat(errors.toString())
        .contains("nodeSetRef \"not-created-yet\" ignored (NodeSet does not exist)");
  }

  @Test
  void printsOneFileAlone() throws IOException {
    assertThat(render(text -> text, "--config", "cgroup.conf")).isZero();

    assertThat(output.toString())
        .startsWith("# Managed by Soperator.\n")
        .endsWith("# Custom config\n###\nConstrainRAMSpace=no\n");
  }

  @Test
  void requiresAFileNameIfThereAreSeveral() throws IOException {
    assertThat(render(text -> text, "--config", "limits.conf")).isEqualTo(1);
    assertThat(errors.toString())
        .contains("\"limits.conf\" is ambiguous", "gpu-login-security-limits/limits.conf");

    assertThat(render(text -> text, "--config", "nothing.conf")).isEqualTo(1);
    assertThat(errors.toString())
        .contains("--config: no file named \"nothing.conf\"; available files:");
  }

  @Test
  void rendersForKubernetesWithoutThirdPartyKinds() throws IOException {
    assertThat(render(text -> text, "--plain")).isZero();

    assertThat(output.toString())
        .contains("apiVersion: apps/v1\nkind: StatefulSet")
        .doesNotContain("kruise.io", "monitoring.coreos.com", "k8s.mariadb.com");
  }

  @Test
  void rejectsWhatAServerWouldRejectWithFileAndLine() throws IOException {
    assertThat(render(text -> text.replace("size: 2\n", "sise: 2\n"))).isEqualTo(1);
    assertThat(errors.toString()).contains("cluster.yaml:").contains("sise");

    assertThat(render(text -> text.replace("maxUnavailable: 25%", "maxUnavailable: 501")))
        .isEqualTo(1);
    assertThat(errors.toString())
        .containsPattern("cluster.yaml:\\d+: spec: .*no more than 500 workers");
  }

  @Test
  void rejectsOptionsThatTheSlurmReleaseDoesNotSupport() throws IOException {
    assertThat(render(text -> text, "--slurm-version", "22.05")).isEqualTo(1);
    assertThat(errors.toString())
        .contains("NodeSet \"h100\" spec.nodeConfig.static: NodeCPUs is not known to Slurm 22.05");

    assertThat(render(text -> text, "--slurm-version", "19.05")).isEqualTo(1);
    assertThat(errors.toString()).contains("--slurm-version: unsupported Slurm version \"19.05\"");
  }

  @Test
  void namesEveryBrokenReferenceWithItsLine() throws IOException {
    assertThat(
            render(
                text ->
                    text.replace("volumeSourceName: scratch", "volumeSourceName: scratsch")
                        .replace(
                            "    controller:\n      k8sNodeFilterName: system",
                            "    controller:\n      k8sNodeFilterName: sistem")))
        .isEqualTo(1);

    assertThat(errors.toString())
        .containsPattern(
            "cluster.yaml:\\d+: spec.slurmNodes.controller.k8sNodeFilterName: .*\"sistem\" not"
                + " found")
        .containsPattern(
            "cluster.yaml:\\d+:"
                + " spec.slurmNodes.login.volumes.jailSubMounts\\[0\\].volumeSourceName:"
                + " .*\"scratsch\"");
  }

  @Test
  void reportsWhichNodeSetsBelongToNoCluster() throws IOException {
    assertThat(render(text -> text.replace("clusterName: gpu", "clusterName: cpu"))).isZero();

    assertThat(errors.toString())
        .contains(
            "NodeSet \"h100\": spec.clusterName: there is no SlurmCluster \"cpu\" in the file");
  }

  private int render(UnaryOperator<String> change, String... options) throws IOException {
    String text =
        Files.readString(TestData.path("slurm", "slurmcluster-full.yaml"))
            + "---\n"
            + Files.readString(TestData.path("slurm", "nodesets.yaml"));
    Path file = Files.writeString(folder.resolve("cluster.yaml"), change.apply(text));
    var arguments = new ArrayList<String>(List.of("render", file.toString()));
    arguments.addAll(List.of(options));
    CommandLine line = Coxswain.commandLine();
    line.setOut(new PrintWriter(output, true));
    line.setErr(new PrintWriter(errors, true));
    return line.execute(arguments.toArray(String[]::new));
  }
}
