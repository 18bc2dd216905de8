package io.coxswain.runtime.cache;

import io.coxswain.api.ResourceType;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Has everything looked at again about every ten hours, or after the time that the options say, in
 * case a controller missed something. The server is not asked. Used under the lock of its cache.
 */
final class Resync {
  private static final Duration PERIOD = Duration.ofHours(10);

  private final Timers timers;
  private final Entropy entropy;
  private final @Nullable Supplier<Duration> period;
  private final Runnable action;
  private Timers.@Nullable Timer timer;

  /**
   * @param period asked before each time; null for the usual one
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
