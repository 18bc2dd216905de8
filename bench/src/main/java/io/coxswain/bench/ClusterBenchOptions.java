package io.coxswain.bench;

import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which cluster is measured, how large, and how the result is shown. */
final class ClusterBenchOptions {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The cluster to measure, whoever runs it (default: one of ours is started).")
  @Nullable Path kubeconfig;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      defaultValue = "0",
      description = "A process of the cluster that the kubeconfig names, for what it takes.")
  long pid;

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = "Multiplies all sizes, e.g. 0.1 for a quick look (default: ${DEFAULT-VALUE}).")
  double scale;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table or json (default: ${DEFAULT-VALUE}).")
  String output = "table";

  int size(int usual) {
    return Math.max(1, (int) Math.round(usual * scale));
  }

  /** What is done to a cluster; the process is 0 when nobody said which it is. */
  interface Measurement {
    void of(Target target, long pid) throws IOException, InterruptedException;
  }

  /** What is there when a cluster of ours has started. */
  interface Started {
    void cluster(Child up);
  }

  /**
   * @param up the words after {@code coxswain up}
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
