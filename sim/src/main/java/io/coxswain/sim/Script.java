package io.coxswain.sim;

/** The script of a run: acts on the world and waits for the expected effects. */
@FunctionalInterface
public interface Script {
  void run(World world) throws Exception;
}
