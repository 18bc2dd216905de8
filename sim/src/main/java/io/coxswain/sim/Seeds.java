package io.coxswain.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a simulation for many seeds; some of them twice, to verify that equal seeds produce equal
 * runs.
 *
 * <p>{@code -Dcoxswain.seeds=1000} sets the number of seeds. {@code -Dcoxswain.seed=42} runs a
 * single seed (with {@code -Dcoxswain.faults=...}, under that plan), which replays a failure.
 */
public final class Seeds {
  private final Simulation simulation;
  private int count;
  private int twiceEach = 10;
  private @Nullable RunListener listener;

  private Seeds(Simulation simulation, int count) {
    this.simulation = simulation;
    this.count = count;
  }

  /**
   * @param usually the number of seeds unless the system property sets it
   */
  public static Seeds of(Simulation simulation, int usually) {
    return new Seeds(simulation, Integer.getInteger("coxswain.seeds", usually));
  }

  /** Notifies this listener of each run, instead of printing a summary. */
  public Seeds listen(RunListener who) {
    this.listener = who;
    return this;
  }

  /** Repeats one run out of this many and compares the two. */
  public Seeds twiceEach(int every) {
    this.twiceEach = every;
    return this;
  }

  /**
   * Runs all seeds.
   *
   * @throws WorldFailure for the first run that fails or differs from its repetition; names the
   *     seed
   */
  public Summary run() {
    Long only = Long.getLong("coxswain.seed");
    if (only != null) {
      FaultPlan plan = FaultPlan.parse(System.getProperty("coxswain.faults", "none"));
      return summary(List.of(simulation.run(only, plan)), 0, 1, Duration.ZERO);
    }
    long began = System.nanoTime();
    Duration busy = Baton.processorTime();
    var runs = new ArrayList<Run>();
    int repeated = 0;
    for (int seed = 1; seed <= count; seed++) {
      Run run = simulation.run(seed);
      runs.add(run);
      if (seed % twiceEach == 0) {
        repeated++;
        checkEqual(run);
      }
      if (listener != null) {
        listener.ran(FaultPlan.NONE, Optional.empty(), seed, count);
      }
    }
    return summary(runs, repeated, System.nanoTime() - began, Baton.processorTime().minus(busy));
  }

  private void checkEqual(Run run) {
    if (simulation.run(run.seed(), run.plan()).hash().equals(run.hash())) {
      return;
    }
    List<String> one = simulation.run(run.seed(), run.plan(), true).lines();
    List<String> other = simulation.run(run.seed(), run.plan(), true).lines();
    int at = 0;
    while (at < one.size() && at < other.size() && one.get(at).equals(other.get(at))) {
      at++;
    }
    throw new WorldFailure(
        "two runs of "
            + simulation
            + " with seed "
            + run.seed()
            + " differ"
            + (at == one.size() && at == other.size()
                ? ", but not when looked at closely"
                : " at request " + at + ":\n  " + line(one, at) + "\n  " + line(other, at)));
  }

  private static String line(List<String> lines, int at) {
    return at < lines.size() ? lines.get(at) : "(the end)";
  }

  private Summary summary(List<Run> runs, int repeated, long nanos, Duration busy) {
    var summary = new Summary(simulation.name(), List.copyOf(runs), repeated, nanos, busy);
    if (listener == null) {
      System.out.println(summary);
    }
    return summary;
  }

  /**
   * The result of all runs.
   *
   * @param repeated the number of runs that were repeated and produced the same trace
   * @param busy processor time, which measures the speed even on a busy host; zero if the operating
   *     system does not report it
   */
  public record Summary(String name, List<Run> runs, int repeated, long realNanos, Duration busy) {

    public double perSecond() {
      return all() * 1e9 / realNanos;
    }

    private int all() {
      return runs.size() + repeated;
    }

    @Override
    public String toString() {
      double virtual = runs.stream().mapToLong(run -> run.elapsed().toMillis()).sum() / 1e3;
      String perProcessor =
          busy.isZero()
              ? ""
              : String.format(
                  Locale.ROOT, " (%.1f per second of one core)", all() * 1e3 / busy.toMillis());
      return String.format(
          Locale.ROOT,
          "seeds of %s: %d runs, %d of them twice with equal traces, %.1f runs/s%s;"
              + " per run %.0f steps, %.0f requests, %.1f s virtual; virtual:real %.0f:1",
          name,
          runs.size(),
          repeated,
          perSecond(),
          perProcessor,
          runs.stream().mapToLong(Run::steps).average().orElse(0),
          runs.stream().mapToLong(Run::requests).average().orElse(0),
          virtual / runs.size(),
          virtual * (runs.size() + repeated) / runs.size() / (realNanos / 1e9));
    }
  }
}
