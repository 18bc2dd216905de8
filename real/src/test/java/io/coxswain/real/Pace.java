package io.coxswain.real;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * How long to wait until silence means that there is nothing more to do. On a machine that others
 * use too, a program that says nothing may only not have had its turn.
 */
final class Pace {
  private static final double MAX_SIZE = 4;

  private Pace() {}

  /** As long at rest; longer, the more there is to do for each processor. */
  static Duration of(Duration atRest) {
    double load =
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()
            / Runtime.getRuntime().availableProcessors();
    return Duration.ofMillis(Math.round(atRest.toMillis() * Math.clamp(load, 1, MAX_SIZE)));
  }
}
