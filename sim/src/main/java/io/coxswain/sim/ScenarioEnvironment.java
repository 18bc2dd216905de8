package io.coxswain.sim;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * An environment in which scenarios run instead of virtual time, such as a real API server. It is
 * found on the class path and used if the system property {@value #PROPERTY} contains its name, so
 * that the same tests run there unchanged.
 */
public interface ScenarioEnvironment {
  String PROPERTY = "coxswain.environment";

  String name();

  /** Runs the simulation once; seeds have no meaning in real time. */
  Run play(Simulation simulation, long seed, FaultPlan plan);

  /** The requested environment; null for the simulated world. */
  static @Nullable ScenarioEnvironment chosen() {
    return Chosen.ENVIRONMENT;
  }

  /** Initialized once. */
  final class Chosen {
    private static final @Nullable ScenarioEnvironment ENVIRONMENT =
        find(System.getProperty(PROPERTY, ""));

    private Chosen() {}

    private static @Nullable ScenarioEnvironment find(String name) {
      if (name.isEmpty()) {
        return null;
      }
      for (ScenarioEnvironment candidate : ServiceLoader.load(ScenarioEnvironment.class)) {
        if (candidate.name().equals(name)) {
          return candidate;
        }
      }
      throw new IllegalArgumentException(
          "-D" + PROPERTY + "=" + name + ": no such environment is on the class path");
    }
  }
}
