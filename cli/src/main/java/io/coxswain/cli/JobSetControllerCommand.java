package io.coxswain.cli;

import io.coxswain.jobset.program.JobSetProgram;
import io.coxswain.jobset.program.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code coxswain jobset-controller}: JobSet's controller manager, with upstream's flags and
 * configuration file.
 */
@Command(
    name = JobSetControllerCommand.NAME,
    description = "Run the JobSet controller manager. Accepts the same flags as upstream.")
final class JobSetControllerCommand implements Callable<Integer> {
  static final String NAME = "jobset-controller";

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return ManagerProgram.run(NAME, Settings.flags(), words, Settings::of, JobSetProgram::start);
  }
}
