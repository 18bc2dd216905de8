package io.coxswain.apiserver;

import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import java.time.Duration;
import java.time.Instant;

/** A clock that moves only when it sleeps. */
final class ManualClock implements Clock {
  private Instant now = Instant.parse("2026-01-01T00:00:00.300Z");

  /** The production environment with this clock. */
  Env env() {
    Env world = Env.production();
    return new Env(
        this,
        world.timers(),
        world.tasks(),
        world.entropy(),
        world.files(),
        world.exec(),
        world.api());
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public long nanos() {
    return now.toEpochMilli() * 1_000_000;
  }

  @Override
  public void sleep(Duration duration) {
    now = now.plus(duration);
  }
}
