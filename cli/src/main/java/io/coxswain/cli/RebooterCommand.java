package io.coxswain.cli;

import io.coxswain.slurm.rebooter.RebooterOptions;
import io.coxswain.slurm.rebooter.RebooterProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code coxswain rebooter}: drains and reboots its node on request. */
@Command(
    name = RebooterProgram.NAME,
    description =
        "Drain and reboot this node when its Node object requests it. Accepts the same flags as"
            + " Soperator's rebooter.")
final class RebooterCommand implements Callable<Integer> {

  /** Everything after the command's name. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    return SlurmProgram.run(
        RebooterProgram.NAME,
        RebooterOptions.flags(),
        words,
        RebooterOptions::of,
        settings -> settings.common().logging(),
        RebooterProgram::start);
  }
}
