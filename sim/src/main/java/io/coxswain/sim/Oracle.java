package io.coxswain.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Compares a run with faults to one without: it must reach the same end state with no more writes
 * than the faults explain.
 */
final class Oracle {
  /**
   * A restart may repeat all writes; more than this multiple of the undisturbed number is a loop.
   */
  private static final int WRITES_FACTOR = 4;

  private static final int WRITES_ALLOWANCE = 40;

  private final Simulation simulation;
  private final Run calm;
  private final UnaryOperator<String> comparison;

  Oracle(Simulation simulation, long seed) {
    this(simulation, seed, UnaryOperator.identity());
  }

  /**
   * @param comparison what is compared of an end state
   */
  Oracle(Simulation simulation, long seed, UnaryOperator<String> comparison) {
    this.simulation = simulation;
    this.comparison = comparison;
    this.calm = simulation.run(seed);
  }

  Run calm() {
    return calm;
  }

  /**
   * Describes what the plan struck, in the first line, and what is wrong with the run; empty if
   * nothing is.
   */
  Optional<String> complaint(FaultPlan plan) {
    var trace = new Trace(false);
    return complaint(plan, trace)
        .map(
            what ->
                (trace.strikes().isEmpty() ? "no fault struck" : String.join("; ", trace.strikes()))
                    + "\n"
                    + what);
  }

  private Optional<String> complaint(FaultPlan plan, Trace trace) {
    Run run;
    try {
      run = simulation.run(calm.seed(), plan, trace);
    } catch (WorldFailure e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    String expected = comparison.apply(calm.endState());
    String actual = comparison.apply(run.endState());
    if (!actual.equals(expected)) {
      return Optional.of("another end state\n" + difference(expected, actual));
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

  /** Merges replicas, whose names end in a number: they share their work. */
  private static SortedMap<String, Integer> byProgram(SortedMap<String, Integer> writes) {
    var sums = new TreeMap<String, Integer>();
    writes.forEach(
        (process, count) -> sums.merge(process.replaceFirst("-\\d+$", ""), count, Integer::sum));
    return sums;
  }

  /**
   * The lines that only one of the two contains. Numbers of generated names shift if the content of
   * one object differs, so they are shown only if nothing else differs.
   */
  static String difference(String expected, String actual) {
    String plain =
        difference(
            expected.lines().map(EndState::unnumbered).toList(),
            actual.lines().map(EndState::unnumbered).toList());
    return plain.isEmpty()
        ? "the same objects, related differently\n"
            + difference(expected.lines().toList(), actual.lines().toList())
        : plain;
  }

  private static String difference(List<String> one, List<String> other) {
    var missing = new ArrayList<>(one);
    other.forEach(missing::remove);
    var surplus = new ArrayList<>(other);
    one.forEach(surplus::remove);
    return missing.stream().limit(30).map(line -> "- " + line + "\n").collect(Collectors.joining())
        + surplus.stream().limit(30).map(line -> "+ " + line + "\n").collect(Collectors.joining());
  }
}
