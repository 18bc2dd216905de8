package io.coxswain.cli;

import io.coxswain.slurm.checks.ChecksOptions;
import io.coxswain.slurm.checks.ChecksProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code coxswain soperatorchecks}: keeps the nodes and checks of Slurm clusters healthy. */
@Command(
    name = ChecksProgram.NAME,
    description =
        "Run the health checks of Slurm clusters. Accepts the same flags as Soperator's"
            + " soperatorchecks.")
final class SoperatorChecksCommand implements Callable<Integer> {

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return SlurmProgram.run(
        ChecksProgram.NAME,
        ChecksOptions.flags(),
        words,
        ChecksOptions::of,
        settings -> settings.common().logging(),
        ChecksProgram::start);
  }
}
