package io.coxswain.real.dropin;

import io.coxswain.real.Listed;
import io.coxswain.real.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What two programs left, line by line. */
final class Comparison {
  private Comparison() {}

  /** The differences that {@code list} does not explain; tells how many there are. */
  static List<String> unexplained(
      String program, String list, List<String> theirs, List<String> ours) throws IOException {
    var differences = new ArrayList<String>();
    var known = new TreeSet<>(theirs);
    var made = new TreeSet<>(ours);
    known.stream().filter(line -> !made.contains(line)).forEach(l -> differences.add("- " + l));
    made.stream().filter(line -> !known.contains(line)).forEach(l -> differences.add("+ " + l));
    Files.createDirectories(Path.of("target"));
    Files.write(Path.of("target", "drop-in-" + program + ".txt"), differences);
    Files.write(Path.of("target", "drop-in-" + program + "-go.txt"), known);
    List<String> unexplained = Listed.read(list).unexplained(differences);
    Tally.note(
        "told drop-in, "
            + program
            + ": "
            + known.size()
            + " lines of objects and events left by the Go program, "
            + differences.size()
            + " differ, "
            + unexplained.size()
            + " unexplained");
    return unexplained;
  }
}
