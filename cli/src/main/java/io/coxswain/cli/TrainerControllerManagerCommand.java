package io.coxswain.cli;

import io.coxswain.trainer.program.Settings;
import io.coxswain.trainer.program.TrainerProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code coxswain trainer-controller-manager}: the program of Kubeflow Trainer. */
@Command(
    name = TrainerControllerManagerCommand.NAME,
    description =
        "Run the Kubeflow Trainer controller manager. Accepts the same flags as upstream.")
final class TrainerControllerManagerCommand implements Callable<Integer> {
  static final String NAME = "trainer-controller-manager";

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return ManagerProgram.run(NAME, Settings.flags(), words, Settings::of, TrainerProgram::start);
  }
}
