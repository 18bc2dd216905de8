package io.coxswain.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line that starts this program again. */
final class Programs {
  private Programs() {}

  /** Through the launcher if there is one, else as this process was started. */
  static List<String> coxswain(String... arguments) {
    String home = System.getenv("COXSWAIN_HOME");
    var command = new ArrayList<String>();
    if (home == null) {
      command.addAll(Child.java("io.coxswain.cli.Coxswain"));
    } else {
      command.add(Path.of(home, "coxswain").toString());
    }
    command.addAll(List.of(arguments));
    return command;
  }
}
