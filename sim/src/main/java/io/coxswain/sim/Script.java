package io.coxswain.sim;

/** What happens in a run: acts on the world and waits for what should come of it. */
@FunctionalInterface
public interface Script {
  void run(World world) throws Exception;
}
