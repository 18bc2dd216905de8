package io.coxswain.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Runs a simulation once to count the API writes of a process, then once for each write and each
 * kind of fault with that fault at that write, and compares the end states with the undisturbed
 * one. Nothing that a program does between two writes is seen by anyone else, so this is every
 * place at which its death can matter.
 */
public final class Sweep {
  private final Simulation simulation;
  private final String process;
  private List<Fault> faults = List.of(Fault.KILL, Fault.LOSE_ANSWER);
  private long seed = 1;
  private int step = 1;

  private Sweep(Simulation simulation, String process) {
    this.simulation = simulation;
    this.process = process;
  }

  public static Sweep of(Simulation simulation, String process) {
    return new Sweep(simulation, process);
  }

  public Sweep faults(Fault... kinds) {
    this.faults = List.of(kinds);
    return this;
  }

  public Sweep seed(long number) {
    this.seed = number;
    return this;
  }

  /** Only every so many writes: a slice, where all would take too long. */
  public Sweep every(int writes) {
    this.step = writes;
    return this;
  }

  /**
   * Sweeps.
   *
   * @throws WorldFailure when any run fails or ends in another state; tells how to replay the first
   */
  public Summary run() {
    long began = System.nanoTime();
    Run calm = simulation.run(seed);
    int writes = calm.writes().getOrDefault(process, 0);
    var failures = new ArrayList<Failure>();
    int runs = 0;
    for (Fault fault : faults) {
      for (int write = 1; write <= writes; write += step) {
        runs++;
        FaultPlan plan = FaultPlan.NONE.with(process, write, fault);
        try {
          Run run = simulation.run(seed, plan);
          if (!run.endState().equals(calm.endState())) {
            failures.add(
                new Failure(
                    plan, "another end state\n" + difference(calm.endState(), run.endState())));
          }
        } catch (WorldFailure e) {
          failures.add(new Failure(plan, String.valueOf(e.getMessage())));
        }
      }
    }
    var summary =
        new Summary(
            simulation.name(),
            process,
            seed,
            writes,
            faults,
            runs,
            failures.size(),
            began,
            System.nanoTime());
    System.out.println(summary);
    if (!failures.isEmpty()) {
      throw new WorldFailure(
          summary
              + "\nfailing plans: "
              + failures.stream().map(f -> f.plan.toString()).collect(Collectors.joining(" "))
              + "\nthe first: "
              + failures.getFirst());
    }
    return summary;
  }

  private record Failure(FaultPlan plan, String message) {
    @Override
    public String toString() {
      return plan + ": " + message;
    }
  }

  /** The lines that only one of the two has. */
  static String difference(String expected, String actual) {
    List<String> one = expected.lines().toList();
    List<String> other = actual.lines().toList();
    var missing = new ArrayList<>(one);
    other.forEach(missing::remove);
    var surplus = new ArrayList<>(other);
    one.forEach(surplus::remove);
    return missing.stream().limit(30).map(line -> "- " + line + "\n").collect(Collectors.joining())
        + surplus.stream().limit(30).map(line -> "+ " + line + "\n").collect(Collectors.joining());
  }

  /** What came of it. */
  public record Summary(
      String name,
      String process,
      long seed,
      int writes,
      List<Fault> faults,
      int runs,
      int failed,
      long beganNanos,
      long endedNanos) {
    @Override
    public String toString() {
      double seconds = (endedNanos - beganNanos) / 1e9;
      return String.format(
          Locale.ROOT,
          "sweep of %s, seed %d: %d writes of %s x %s = %d runs, %d with the same end state;"
              + " %.1f s, %.1f runs/s",
          name,
          seed,
          writes,
          process,
          faults,
          runs,
          runs - failed,
          seconds,
          runs / seconds);
    }
  }
}
