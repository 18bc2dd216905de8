package io.coxswain.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Runs a simulation once to count the API writes of a process, then once for each write and each
 * kind of fault with that fault at that write, and compares end states and numbers of writes with
 * the undisturbed run. Nothing that a program does between two writes is seen by anyone else, so
 * these are the places at which its death can matter to others; what matters only to itself, such
 * as a watch half opened, is found at {@link #blockingPoints}.
 */
public final class Sweep {
  private final Simulation simulation;
  private final String process;
  private List<Fault> faults = List.of(Fault.KILL, Fault.LOSE_ANSWER);
  private long seed = 1;
  private int step = 1;
  private int blockingPoints;

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

  /** Also kills the process at so many of its blocking points, evenly spread. */
  public Sweep blockingPoints(int many) {
    this.blockingPoints = many;
    return this;
  }

  /**
   * Sweeps.
   *
   * @throws WorldFailure when any run fails or ends in another state; tells how to replay the first
   */
  public Summary run() {
    long began = System.nanoTime();
    var oracle = new Oracle(simulation, seed);
    int writes = oracle.calm().writes().getOrDefault(process, 0);
    var plans = new ArrayList<FaultPlan>();
    for (Fault fault : faults) {
      for (int write = 1; write <= writes; write += step) {
        plans.add(FaultPlan.NONE.with(process, write, fault));
      }
    }
    int points = oracle.calm().points().getOrDefault(process, 0);
    int chosen = Math.min(blockingPoints, points);
    for (int i = 1; i <= chosen; i++) {
      int at = (int) ((long) points * i / chosen);
      plans.add(
          FaultPlan.NONE.with(new FaultPlan.Point(process, FaultPlan.By.STEP, at), Fault.KILL));
    }
    var failures = new ArrayList<Failure>();
    for (FaultPlan plan : plans) {
      oracle.complaint(plan).ifPresent(message -> failures.add(new Failure(plan, message)));
    }
    var summary =
        new Summary(
            simulation.name(),
            process,
            seed,
            writes,
            points,
            faults,
            chosen,
            plans.size(),
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

  /** What came of it. */
  public record Summary(
      String name,
      String process,
      long seed,
      int writes,
      int points,
      List<Fault> faults,
      int killedAt,
      int runs,
      int failed,
      long beganNanos,
      long endedNanos) {
    @Override
    public String toString() {
      double seconds = (endedNanos - beganNanos) / 1e9;
      return String.format(
          Locale.ROOT,
          "sweep of %s, seed %d: %d writes of %s x %s%s = %d runs, %d with the same end state;"
              + " %.1f s, %.1f runs/s",
          name,
          seed,
          writes,
          process,
          faults,
          killedAt == 0 ? "" : " + kills at " + killedAt + " of " + points + " blocking points",
          runs,
          runs - failed,
          seconds,
          runs / seconds);
    }
  }
}
