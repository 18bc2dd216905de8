package io.coxswain.sim;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The clock of one simulated process; all clocks show the world's time, each with its own offset.
 */
final class VirtualClock implements Clock {
  /** The time at which every world starts. */
  static final Instant DAWN = Instant.parse("2026-01-01T00:00:00Z");

  private final Baton baton;
  private Duration offset = Duration.ZERO;

  VirtualClock(Baton baton) {
    this.baton = baton;
  }

  /** Sets the error of this process's wall clock. */
  void offset(Duration fromTrueTime) {
    this.offset = fromTrueTime;
  }

  @Override
  public Instant now() {
    return DAWN.plusNanos(baton.nanos()).plus(offset);
  }

  @Override
  public long nanos() {
    return baton.nanos();
  }

  @Override
  public void sleep(Duration duration) throws CancelledException {
    if (duration.isPositive()) {
      baton.await(duration.toNanos());
    }
  }
}
