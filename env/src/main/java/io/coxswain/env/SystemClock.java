package io.coxswain.env;

import java.time.Duration;
import java.time.Instant;

/** The clock of the operating system. */
final class SystemClock implements Clock {

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void sleep(Duration duration) throws CancelledException {
    if (duration.isNegative() || duration.isZero()) {
      return;
    }
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      throw VirtualThreadTasks.cancelled();
    }
  }
}
