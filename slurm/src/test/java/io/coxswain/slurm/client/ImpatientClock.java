package io.coxswain.slurm.client;

import io.coxswain.env.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that passes by sleeping alone, at once. */
final class ImpatientClock implements Clock {
  private Instant now = Instant.parse("2026-03-01T00:00:00Z");
  final List<Duration> slept = new ArrayList<>();

  void pass(Duration duration) {
    now = now.plus(duration);
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public long nanos() {
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  @Override
  public void sleep(Duration duration) {
    slept.add(duration);
    pass(duration);
  }
}
