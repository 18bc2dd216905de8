package io.coxswain.bench;

import io.coxswain.env.Env;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code coxswain bench soak}. */
@Command(
    name = "soak",
    description = {
      "Churn clusters for a while and see whether anything leaks, is stuck or complains.",
      "One is a whole `up` with simulated nodes, killed and started again at the end; the other an"
          + " API server that is killed and started again all the time, with a controller manager"
          + " that is not. Ends with 1 when something is wrong."
    },
    mixinStandardHelpOptions = true)
final class SoakCommand implements Callable<Integer> {
  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "20",
      description = "How long (default: ${DEFAULT-VALUE}).")
  double minutes = 20;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many simulated nodes (default: ${DEFAULT-VALUE}).")
  int nodes = 10;

  @Option(
      names = "--disturbances",
      paramLabel = "N",
      defaultValue = "40",
      description = "How many between two looks (default: ${DEFAULT-VALUE}).")
  int disturbances = 40;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Decides what is done when (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Override
  public Integer call() throws Exception {
    var soak = new Soak(Env.production(), this);
    soak.run();
    System.out.print(soak.report());
    return soak.verdict().isEmpty() ? 0 : 1;
  }
}
