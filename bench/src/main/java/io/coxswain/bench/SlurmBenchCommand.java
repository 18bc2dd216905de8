package io.coxswain.bench;

import io.coxswain.env.Env;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code coxswain bench slurm}. */
@Command(
    name = "slurm",
    description =
        "Measure the exporter's rounds and scrapes and the rounds of soperatorchecks for 5,000 nodes"
            + " and 50,000 jobs that a stand-in for slurmrestd lists.",
    mixinStandardHelpOptions = true)
final class SlurmBenchCommand implements Callable<Integer> {
  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Number of nodes (default: ${DEFAULT-VALUE}).")
  int nodes;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "50000",
      description = "Number of jobs (default: ${DEFAULT-VALUE}).")
  int jobs;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Number of measured rounds, after as many warm-up rounds (default: ${DEFAULT-VALUE}).")
  int rounds;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "Output format: table or json (default: ${DEFAULT-VALUE}).")
  String output = "table";

  @Override
  public Integer call() throws Exception {
    Report report = new Report();
    new SlurmBench(Env.production(), this, report).run();
    System.out.print(output.equals("json") ? report.json() : report.table());
    return 0;
  }
}
