package io.coxswain.sim;

import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Where scenarios are played when not in virtual time: a world of another kind, such as one around
 * a real API server. It is found on the class path and taken when the system property {@value
 * #PROPERTY} has its name, so that the same tests run there unchanged.
 */
public interface ScenarioEnvironment {
  String PROPERTY = "coxswain.venue";

  String name();

  /** Plays the simulation once; seeds mean nothing where time is real. */
  Run play(Simulation simulation, long seed, FaultPlan plan);

  /** The one that was asked for; null for the simulated world. */
  static @Nullable ScenarioEnvironment chosen() {
    return Chosen.VENUE;
  }

  /** Looked for once. */
  final class Chosen {
    private static final @Nullable ScenarioEnvironment VENUE =
        find(System.getProperty(PROPERTY, ""));

    private Chosen() {}

    private static @Nullable ScenarioEnvironment find(String name) {
      if (name.isEmpty()) {
        return null;
      }
      for (ScenarioEnvironment venue : ServiceLoader.load(ScenarioEnvironment.class)) {
        if (venue.name().equals(name)) {
          return venue;
        }
      }
      throw new IllegalArgumentException(
          "-D" + PROPERTY + "=" + name + ": no such venue is on the class path");
    }
  }
}
