package io.coxswain.sim.junit;

import io.coxswain.sim.Simulation;

/** A class with {@link Simulated} tests. */
public interface SimulatedTest {
  /** The simulation to run, without a script: the test method is the script. */
  Simulation simulation();
}
