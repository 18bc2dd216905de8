package io.coxswain.real.dropin;

import io.coxswain.real.Listed;
import io.coxswain.real.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/** What two programs left, line by line. */
final class Comparison {
  private Comparison() {}

  /** The differences that {@code list} does not explain; tells how many there are. */
  static List<String> unexplained(
      String program, String list, List<String> theirs, List<String> ours) throws IOException {
    List<String> known = theirs.stream().sorted().toList();
    var differences = new ArrayList<String>();
    surplus(theirs, ours).forEach(line -> differences.add("- " + line));
    surplus(ours, theirs).forEach(line -> differences.add("+ " + line));
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
    Tally.fact(program + ".lines", known.size());
    Tally.fact(program + ".differ", differences.size());
    return unexplained;
  }

  /**
   * The lines of one list that the other lacks, sorted; a line as often as it has it more often.
   */
  private static List<String> surplus(List<String> one, List<String> other) {
    var counts = new TreeMap<String, Integer>();
    one.forEach(line -> counts.merge(line, 1, Integer::sum));
    other.forEach(line -> counts.computeIfPresent(line, (key, count) -> count - 1));
    return counts.entrySet().stream()
        .flatMap(line -> Collections.nCopies(Math.max(0, line.getValue()), line.getKey()).stream())
        .toList();
  }
}
