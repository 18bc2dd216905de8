package io.coxswain.bench;

import io.coxswain.env.Env;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code coxswain bench train}. */
@Command(
    name = "train",
    description =
        "Measure training: a TrainJob of 64 x 64 pods on simulated nodes until all run, and until"
            + " all run again after one pod dies; 1,000 TrainJobs of one pod.",
    mixinStandardHelpOptions = true)
final class TrainBenchCommand implements Callable<Integer> {
  @Mixin ClusterBenchOptions cluster = new ClusterBenchOptions();

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Number of simulated nodes (default: ${DEFAULT-VALUE}).")
  int nodes;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "Number of smaller warm-up jobs that are not counted" + " (default: ${DEFAULT-VALUE}).")
  int warmUps;

  @Override
  public Integer call() throws Exception {
    Report report = new Report();
    new TrainBench(Env.production(), this, report).run();
    cluster.show(report);
    return 0;
  }
}
