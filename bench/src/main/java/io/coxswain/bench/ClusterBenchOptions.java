package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The measured cluster, its size, and the output format. */
final class ClusterBenchOptions {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "Cluster to measure (default: start one of ours).")
  @Nullable Path kubeconfig;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      defaultValue = "0",
      description =
          "Process ID of the kubeconfig's cluster, to measure its memory and processor time.")
  long pid;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = "Factor for all sizes, e.g. 0.1 for a quick run (default: ${DEFAULT-VALUE}).")
  double scale;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "Output format: table or json (default: ${DEFAULT-VALUE}).")
  String output = "table";

  int size(int usual) {
    return Math.max(1, (int) Math.round(usual * scale));
  }

  /** A measurement of a cluster; the process is 0 if unknown. */
  interface Measurement {
    void of(Target target, long pid) throws IOException, InterruptedException;
  }

  /** Called when a cluster of ours has started. */
  interface Started {
    void cluster(Child up);
  }

  /**
   * @param up the arguments after {@code coxswain up}
   */
  void measure(Env env, List<String> up, Started started, Measurement measurement)
      throws IOException, InterruptedException {
    if (kubeconfig != null) {
      measurement.of(Target.of(env, kubeconfig.toAbsolutePath()), pid);
      return;
    }
    var words = new ArrayList<>(List.of("up", "--kubeconfig", "kubeconfig"));
    words.addAll(up);
    Path folder = Files.createTempDirectory("coxswain-bench");
    try (Child cluster = Child.start(Programs.coxswain(words.toArray(String[]::new)), folder)) {
      started.cluster(cluster);
      measurement.of(Target.of(env, folder.resolve("kubeconfig")), cluster.pid());
    } finally {
      env.files().delete(folder);
    }
  }

  void show(Report report) {
    System.out.print(output.equals("json") ? report.json() : report.table());
  }
}
