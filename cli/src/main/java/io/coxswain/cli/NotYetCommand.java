package io.coxswain.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * A program that is planned and not here yet: refused, so that nobody takes silence for success.
 */
@Command(hidden = true)
final class NotYetCommand implements Runnable {
  private final String name;

  /** Whatever its flags would have been. */
  @Unmatched private List<String> arguments = new ArrayList<>();

  NotYetCommand(String name) {
    this.name = name;
  }

  @Override
  public void run() {
    throw new CommandException(
        "this version has no '%s' yet (called with %d arguments); see 'coxswain help' for what it has"
            .formatted(name, arguments.size()),
        2);
  }
}
