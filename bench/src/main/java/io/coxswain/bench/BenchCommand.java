package io.coxswain.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code coxswain bench}. */
@Command(
    name = "bench",
    description = "Run benchmarks.",
    subcommands = {
      AllBenchCommand.class,
      ApiBenchCommand.class,
      KubeBenchCommand.class,
      RuntimeBenchCommand.class,
      SlurmBenchCommand.class,
      SoakCommand.class,
      TestServersCommand.class,
      TrainBenchCommand.class
    },
    mixinStandardHelpOptions = true)
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Missing what to measure: all, api, kube, runtime, slurm, junit, train, soak");
  }
}
