package io.coxswain.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Judges a disturbed run by the undisturbed one: the same end state, and no more writes than the
 * faults can explain.
 */
final class Oracle {
  /** A restart may write all again; more than this many times the calm number is a loop. */
  private static final int WRITES_FACTOR = 4;

  private static final int WRITES_ALLOWANCE = 40;

  private final Simulation simulation;
  private final Run calm;

  Oracle(Simulation simulation, long seed) {
    this.simulation = simulation;
    this.calm = simulation.run(seed);
  }

  Run calm() {
    return calm;
  }

  /** What is wrong with the run under the plan; empty when nothing is. */
  Optional<String> complaint(FaultPlan plan) {
    Run run;
    try {
      run = simulation.run(calm.seed(), plan);
    } catch (WorldFailure e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    if (!run.endState().equals(calm.endState())) {
      return Optional.of("another end state\n" + difference(calm.endState(), run.endState()));
    }
    SortedMap<String, Integer> usual = byProgram(calm.writes());
    for (var program : byProgram(run.writes()).entrySet()) {
      int before = usual.getOrDefault(program.getKey(), 0);
      if (program.getValue() > before * WRITES_FACTOR + WRITES_ALLOWANCE) {
        return Optional.of(
            program.getKey() + " wrote " + program.getValue() + " times, undisturbed " + before);
      }
    }
    return Optional.empty();
  }

  /** Replicas, whose names end in a number, do one another's work. */
  private static SortedMap<String, Integer> byProgram(SortedMap<String, Integer> writes) {
    var sums = new TreeMap<String, Integer>();
    writes.forEach(
        (process, count) -> sums.merge(process.replaceFirst("-\\d+$", ""), count, Integer::sum));
    return sums;
  }

  /** The lines that only one of the two has. */
  private static String difference(String expected, String actual) {
    List<String> one = expected.lines().toList();
    List<String> other = actual.lines().toList();
    var missing = new ArrayList<>(one);
    other.forEach(missing::remove);
    var surplus = new ArrayList<>(other);
    one.forEach(surplus::remove);
    return missing.stream().limit(30).map(line -> "- " + line + "\n").collect(Collectors.joining())
        + surplus.stream().limit(30).map(line -> "+ " + line + "\n").collect(Collectors.joining());
  }
}
