package io.coxswain.kube.planted;

import io.coxswain.sim.World;

/** A manager that knows it is simulated. */
final class SeesTheSimulator {
  private SeesTheSimulator() {}

  static long seed(World world) {
    return world.seed();
  }
}
