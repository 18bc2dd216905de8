package io.coxswain.sim;

import java.util.List;

/** Provides simulations to {@code coxswain sim}; found by {@link java.util.ServiceLoader}. */
public interface SimulationProvider {
  List<Simulation> simulations();
}
