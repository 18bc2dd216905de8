package io.coxswain.bench;

import io.coxswain.env.Env;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code coxswain bench train}. */
@Command(
    name = "train",
    description =
        "Measure training: a TrainJob of 64 x 64 pods on simulated nodes until all run, and until"
            + " all run again after one pod dies; 1,000 TrainJobs of one pod.",
    mixinStandardHelpOptions = true)
final class TrainBenchCommand implements Callable<Integer> {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "The cluster to measure, with simulated nodes (default: one of ours is started).")
  @Nullable Path kubeconfig;

  @Option(
      names = "--pid",
      paramLabel = "PID",
      defaultValue = "0",
      description = "A process of the cluster that the kubeconfig names, for its processor time.")
  long pid;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "5000",
      description = "How many simulated nodes (default: ${DEFAULT-VALUE}).")
  int nodes;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "How many smaller jobs come first, uncounted: a JVM is slow at first"
              + " (default: ${DEFAULT-VALUE}).")
  int warmUps;

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

  @Override
  public Integer call() throws Exception {
    Report report = new Report();
    new TrainBench(Env.production(), this, report).run();
    System.out.print(output.equals("json") ? report.json() : report.table());
    return 0;
  }
}
