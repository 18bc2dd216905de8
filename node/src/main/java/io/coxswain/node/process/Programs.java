package io.coxswain.node.process;

import io.coxswain.env.Files;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds programs as a shell would: by the container's PATH, not by that of this program. */
final class Programs {
  private Programs() {}

  /** The arguments with the program's whole path; unchanged when it is not found. */
  static List<String> find(Files files, List<String> arguments, String path) {
    String program = arguments.getFirst();
    if (program.indexOf('/') >= 0) {
      return arguments;
    }
    for (String directory : path.split(File.pathSeparator)) {
      Path candidate = Path.of(directory, program);
      if (!directory.isEmpty() && files.exists(candidate)) {
        var found = new ArrayList<>(arguments);
        found.set(0, candidate.toString());
        return found;
      }
    }
    return arguments;
  }
}
