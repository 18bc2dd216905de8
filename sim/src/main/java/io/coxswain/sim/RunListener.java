package io.coxswain.sim;

import java.util.Optional;

/** Notified after each of many runs of a simulation. */
@FunctionalInterface
public interface RunListener {
  /**
   * @param complaint what is wrong with the run; empty if nothing is
   * @param done the number of runs so far
   * @param total the number of all runs
   */
  void ran(FaultPlan plan, Optional<String> complaint, int done, int total);
}
