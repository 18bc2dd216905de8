package io.coxswain.sim;

import java.time.Duration;
import java.util.Locale;

/**
 * Measures how fast a simulation runs, in processor time of the whole program, so that other
 * programs on the host do not matter. The seeds 1 to N run twice: first to warm up the compiler,
 * then measured.
 */
public final class Speed {
  private final Simulation simulation;
  private final int runs;

  private Speed(Simulation simulation, int runs) {
    this.simulation = simulation;
    this.runs = runs;
  }

  public static Speed of(Simulation simulation, int runs) {
    return new Speed(simulation, runs);
  }

  /**
   * Runs and measures.
   *
   * @throws WorldFailure if a run fails
   */
  public Measured run() {
    var _ = runAll();
    return runAll();
  }

  private Measured runAll() {
    Duration busy = Baton.processorTime();
    long steps = 0;
    long requests = 0;
    Duration elapsed = Duration.ZERO;
    for (int seed = 1; seed <= runs; seed++) {
      Run run = simulation.run(seed);
      steps += run.steps();
      requests += run.requests();
      elapsed = elapsed.plus(run.elapsed());
    }
    Duration used = Baton.processorTime().minus(busy);
    return new Measured(runs, steps, requests, elapsed, used);
  }

  /**
   * The result.
   *
   * @param elapsed virtual time of all runs together
   * @param busy processor time of all runs together; zero if the operating system does not report
   *     it
   */
  public record Measured(int runs, long steps, long requests, Duration elapsed, Duration busy) {
    /** Runs per second of one core. */
    public double perSecond() {
      return runs * 1e9 / busy.toNanos();
    }

    @Override
    public String toString() {
      if (busy.isZero()) {
        return "processor time is not available";
      }
      return String.format(
          Locale.ROOT,
          "%.1f runs per second of one core, %.1f ms of processor time each; virtual to processor"
              + " time %.0f:1; on average %d steps, %d requests and %.1f s of virtual time",
          perSecond(),
          busy.toNanos() / 1e6 / runs,
          (double) elapsed.toNanos() / busy.toNanos(),
          steps / runs,
          requests / runs,
          elapsed.toMillis() / 1e3 / runs);
    }
  }
}
