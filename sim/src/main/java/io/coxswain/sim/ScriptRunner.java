package io.coxswain.sim;

import io.coxswain.env.Tasks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first task of a run: builds the world, runs the script, ends everything. */
final class ScriptRunner implements Tasks.Body {
  private final Simulation simulation;
  private final long seed;
  private final FaultPlan plan;
  private final Trace trace;
  private final Baton baton;
  private final InitialState beginning;
  private final Afterwards afterwards;
  private List<String> changes = List.of();
  private @Nullable SimulatedWorld world;
  private @Nullable Run run;
  private @Nullable Throwable failure;

  /** What follows the script. */
  enum Afterwards {
    NOTHING,
    /** The world goes on, for comparison with {@link #RESTART}. */
    WAIT,
    /** All processes restart once the world is silent. */
    RESTART
  }

  ScriptRunner(
      Simulation simulation,
      long seed,
      FaultPlan plan,
      Trace trace,
      Baton baton,
      InitialState beginning,
      Afterwards afterwards) {
    this.simulation = simulation;
    this.seed = seed;
    this.plan = plan;
    this.trace = trace;
    this.baton = baton;
    this.beginning = beginning;
    this.afterwards = afterwards;
  }

  @Override
  public void run() {
    try {
      var made = new SimulatedWorld(simulation, seed, plan, trace, baton, beginning);
      world = made;
      simulation.play(made);
      run = made.finish();
      if (afterwards != Afterwards.NOTHING) {
        changes = made.changesOnceSettled(afterwards == Afterwards.RESTART);
      }
    } catch (Throwable e) { // any failure belongs to the test that started this run
      failure = e;
    } finally {
      baton.close(new ProcessKilled("the world"));
    }
  }

  /** What changed after the script. */
  List<String> changes() {
    return changes;
  }

  /** The result, once all tasks have ended. */
  Run result() {
    SimulatedWorld over = world;
    Throwable why = over == null ? failure : over.failure();
    if (why == null) {
      why = failure;
    }
    if (why == null && run != null) {
      return run;
    }
    if (why instanceof WorldFailure told) {
      throw told;
    }
    String where = over == null ? "seed " + seed : over.report();
    throw new WorldFailure("the script failed: " + why + "\n" + where, why);
  }
}
