package io.coxswain.cli;

import io.coxswain.slurm.operator.OperatorOptions;
import io.coxswain.slurm.operator.SoperatorProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code coxswain soperator}: the operator of Slurm clusters, with its flags and environment. */
@Command(
    name = SoperatorProgram.NAME,
    description =
        "Run Soperator, the operator for Slurm clusters. Accepts the same flags as upstream.")
final class SoperatorCommand implements Callable<Integer> {

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return SlurmProgram.run(
        SoperatorProgram.NAME,
        OperatorOptions.flags(),
        words,
        OperatorOptions::of,
        settings -> settings.common().logging(),
        SoperatorProgram::start);
  }
}
