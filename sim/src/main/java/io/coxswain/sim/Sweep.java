package io.coxswain.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a simulation once to count the API writes of a process, then once for each write and each
 * kind of fault with that fault at that write, and compares end states and numbers of writes with
 * the undisturbed run. What a program does between two writes has no effect on others, so these are
 * the points at which its death can matter to them. {@link #blockingPoints} covers what matters
 * only to the program itself, such as a half-opened watch.
 *
 * <p>{@code -Dcoxswain.leftout=true} prints what the comparison of end states leaves out and why.
 */
public final class Sweep {
  private final Simulation simulation;
  private final String process;
  private List<Fault> faults = List.of(Fault.KILL, Fault.LOSE_ANSWER);
  private long seed = 1;
  private int step = 1;
  private int offset = Integer.getInteger("coxswain.offset", 0);
  private int blockingPoints;
  private @Nullable RunListener listener;

  private Sweep(Simulation simulation, String process) {
    this.simulation = simulation;
    this.process = process;
  }

  public static Sweep of(Simulation simulation, String process) {
    return new Sweep(simulation, process);
  }

  /** Notifies this listener of each run, instead of printing a summary. */
  public Sweep listen(RunListener who) {
    this.listener = who;
    return this;
  }

  public Sweep faults(Fault... kinds) {
    this.faults = List.of(kinds);
    return this;
  }

  public Sweep seed(long number) {
    this.seed = number;
    return this;
  }

  /**
   * Strikes only every so many writes, for simulations in which all would take too long. The first
   * one depends on {@link #offset}, so that successive builds strike all of them; {@code
   * -Dcoxswain.slice=1} strikes all at once.
   */
  public Sweep every(int writes) {
    this.step = writes == 1 ? 1 : Integer.getInteger("coxswain.slice", writes);
    return this;
  }

  /**
   * Moves the first write that a slice strikes. The default is {@code -Dcoxswain.offset}, otherwise
   * 0: successive values, such as the number of the day, strike all writes in turn. The summary
   * contains it.
   */
  public Sweep offset(int writes) {
    this.offset = writes;
    return this;
  }

  /** The first write to strike, counted from 1. */
  private int first(int writes) {
    return writes == 0 ? 1 : 1 + Math.floorMod(offset, Math.min(step, writes));
  }

  /** Also kills the process at this many of its blocking points, evenly distributed. */
  public Sweep blockingPoints(int many) {
    this.blockingPoints = many;
    return this;
  }

  /**
   * Runs the sweep.
   *
   * @throws WorldFailure if any run fails or ends in a different state; the message contains how to
   *     replay the first one
   */
  public Summary run() {
    long began = System.nanoTime();
    var oracle = new Oracle(simulation, seed);
    int writes = oracle.calm().writes().getOrDefault(process, 0);
    var plans = new ArrayList<FaultPlan>();
    for (Fault fault : faults) {
      for (int write = first(writes); write <= writes; write += step) {
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
    int done = 0;
    for (FaultPlan plan : plans) {
      Optional<String> complaint = oracle.complaint(plan);
      complaint.ifPresent(message -> failures.add(new Failure(plan, message)));
      if (listener != null) {
        listener.ran(plan, complaint, ++done, plans.size());
      }
    }
    var summary =
        new Summary(
            simulation.name(),
            process,
            seed,
            writes,
            points,
            faults,
            new Slice(step, offset),
            chosen,
            plans.size(),
            failures.size(),
            began,
            System.nanoTime());
    if (listener == null) {
      System.out.println(summary);
      if (Boolean.getBoolean("coxswain.leftout")) {
        System.out.println(EndState.leftOut());
      }
    }
    if (!failures.isEmpty()) {
      throw new WorldFailure(
              summary
                  + "\nfailing plans:"
                  + failures.stream().map(Failure::inShort).collect(Collectors.joining())
                  + "\nthe first: "
                  + failures.getFirst())
          .of(simulation, seed, failures.getFirst().plan());
    }
    return summary;
  }

  private record Failure(FaultPlan plan, String message) {
    /** The plan and what it struck. */
    String inShort() {
      return "\n  " + plan + ": " + message.lines().findFirst().orElse("");
    }

    @Override
    public String toString() {
      return plan + ": " + message;
    }
  }

  /** Which writes were struck: one in {@code step}. */
  public record Slice(int step, int offset) {
    @Override
    public String toString() {
      return step == 1 ? "" : ", 1 in " + step + " (-Dcoxswain.offset=" + offset + ")";
    }
  }

  /** The result of a sweep. */
  public record Summary(
      String name,
      String process,
      long seed,
      int writes,
      int points,
      List<Fault> faults,
      Slice slice,
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
          "sweep of %s, seed %d: %d writes of %s x %s%s%s = %d runs, %d with the same end state;"
              + " %.1f s, %.1f runs/s",
          name,
          seed,
          writes,
          process,
          faults,
          slice,
          killedAt == 0 ? "" : " + kills at " + killedAt + " of " + points + " blocking points",
          runs,
          runs - failed,
          seconds,
          runs / seconds);
    }
  }
}
