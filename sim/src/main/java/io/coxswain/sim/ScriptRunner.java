package io.coxswain.sim;

import io.coxswain.env.Tasks;
import org.jspecify.annotations.Nullable;

/** The first task of a run: builds the world, plays the script, ends everything. */
final class ScriptRunner implements Tasks.Body {
  private final Simulation simulation;
  private final long seed;
  private final FaultPlan plan;
  private final Trace trace;
  private final Baton baton;
  private final InitialState beginning;
  private @Nullable SimulatedWorld world;
  private @Nullable Run run;
  private @Nullable Throwable failure;

  ScriptRunner(
      Simulation simulation,
      long seed,
      FaultPlan plan,
      Trace trace,
      Baton baton,
      InitialState beginning) {
    this.simulation = simulation;
    this.seed = seed;
    this.plan = plan;
    this.trace = trace;
    this.baton = baton;
    this.beginning = beginning;
  }

  @Override
  public void run() {
    try {
      var made = new SimulatedWorld(simulation, seed, plan, trace, baton, beginning);
      world = made;
      simulation.play(made);
      run = made.finish();
    } catch (Throwable e) { // whatever it is, it is for the test that started this run
      failure = e;
    } finally {
      baton.close(new ProcessKilled("the world"));
    }
  }

  /** What came of it, once all tasks have ended. */
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
