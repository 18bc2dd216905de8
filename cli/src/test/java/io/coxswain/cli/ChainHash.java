package io.coxswain.cli;

import io.coxswain.sim.FaultPlan;

/** Runs the TrainJob chain in a JVM of its own and prints the hash of its trace. */
final class ChainHash {
  private ChainHash() {}

  public static void main(String[] arguments) {
    long seed = Long.parseLong(arguments[0]);
    FaultPlan plan = FaultPlan.parse(arguments[1]);
    System.out.println(TrainJobChainScenarioTest.CHAIN.run(seed, plan).hash());
  }
}
