package io.coxswain.runtime.cache;

import io.coxswain.api.ResourceType;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Redelivers all objects to subscribers about every ten hours, or after the configured period, in
 * case a controller missed an event. Sends no requests. Guarded by the lock of its cache.
 */
final class Resync {
  private static final Duration PERIOD = Duration.ofHours(10);

  private final Timers timers;
  private final Entropy entropy;
  private final @Nullable Supplier<Duration> period;
  private final Runnable action;
  private Timers.@Nullable Timer timer;

  /**
   * @param period called before each resync; null for the default
   */
  Resync(Env env, ResourceType type, @Nullable Supplier<Duration> period, Runnable action) {
    this.period = period;
    this.timers = env.timers();
    this.entropy = env.entropy().derive("resync " + type);
    this.action = action;
  }

  void start() {
    long usual = (long) (PERIOD.toNanos() * (0.9 + 0.2 * entropy.nextDouble()));
    timer = timers.after(period == null ? Duration.ofNanos(usual) : period.get(), action);
  }

  void stop() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
