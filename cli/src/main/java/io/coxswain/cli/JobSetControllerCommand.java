package io.coxswain.cli;

import io.coxswain.env.Env;
import io.coxswain.env.Files;
import io.coxswain.jobset.program.JobSetProgram;
import io.coxswain.jobset.program.Settings;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.Flags;
import io.coxswain.runtime.manager.Manager;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code coxswain jobset-controller}: the program of JobSet, with its flags and file. */
@Command(
    name = JobSetControllerCommand.NAME,
    description = "Run the controller of JobSets; takes the flags of JobSet's own program.")
final class JobSetControllerCommand implements Callable<Integer> {
  static final String NAME = "jobset-controller";

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return ManagerProgram.run(
        NAME,
        Settings.flags(),
        words,
        new ManagerProgram.Parts<Settings>() {
          @Override
          public Settings settings(Flags flags, Files files) throws FlagException {
            return Settings.of(flags, files);
          }

          @Override
          public Manager manager(Env env, Settings settings, String host) {
            return JobSetProgram.start(env, settings, host);
          }
        });
  }
}
