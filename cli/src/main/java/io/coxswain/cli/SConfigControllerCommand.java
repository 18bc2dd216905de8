package io.coxswain.cli;

import io.coxswain.slurm.sconfig.SConfigProgram;
import io.coxswain.slurm.sconfig.SConfigSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code coxswain sconfigcontroller}: writes ConfigMaps as files to the jail of a Slurm cluster.
 */
@Command(
    name = SConfigProgram.NAME,
    description =
        "Write the configuration files of a Slurm cluster into its jail. Accepts the same flags as"
            + " Soperator's sconfigcontroller.")
final class SConfigControllerCommand implements Callable<Integer> {

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return SlurmProgram.run(
        SConfigProgram.NAME,
        SConfigSettings.flags(),
        words,
        SConfigSettings::of,
        settings -> settings.common().logging(),
        SConfigProgram::start);
  }
}
