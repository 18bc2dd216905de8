package io.coxswain.bench;

import io.coxswain.env.Env;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code coxswain bench soak}. */
@Command(
    name = "soak",
    description = {
      "Churn clusters and check for leaks, stuck objects and logged problems.",
      "One cluster is `up` with simulated nodes, killed and restarted at the end; the other is an"
          + " API server that is killed and restarted repeatedly, with a controller manager that"
          + " keeps running. Exits with 1 if there is a problem."
    },
    mixinStandardHelpOptions = true)
final class SoakCommand implements Callable<Integer> {
  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "20",
      description = "Duration (default: ${DEFAULT-VALUE}).")
  double minutes = 20;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of simulated nodes (default: ${DEFAULT-VALUE}).")
  int nodes = 10;

  @Option(
      names = "--disturbances",
      paramLabel = "N",
      defaultValue = "40",
      description = "Number of changes between two checks (default: ${DEFAULT-VALUE}).")
  int disturbances = 40;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the random changes (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Override
  public Integer call() throws Exception {
    var soak = new Soak(Env.production(), this);
    soak.run();
    System.out.print(soak.report());
    return soak.verdict().isEmpty() ? 0 : 1;
  }
}
