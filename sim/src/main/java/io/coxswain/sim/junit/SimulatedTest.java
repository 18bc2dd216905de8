package io.coxswain.sim.junit;

import io.coxswain.sim.Simulation;

/** A class with {@link Simulated} tests. */
public interface SimulatedTest {
  /** The world to test in, without a script: that is the test method. */
  Simulation simulation();
}
