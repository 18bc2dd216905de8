package io.coxswain.runtime.cache;

import io.coxswain.api.ResourceType;
import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.env.Timers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Has everything looked at again about every ten hours, in case a controller missed something. The
 * server is not asked. Used under the lock of its cache.
 */
final class Resync {
  private static final Duration PERIOD = Duration.ofHours(10);

  private final Timers timers;
  private final Entropy entropy;
  private final Runnable action;
  private Timers.@Nullable Timer timer;

  Resync(Env env, ResourceType type, Runnable action) {
    this.timers = env.timers();
    this.entropy = env.entropy().derive("resync " + type);
    this.action = action;
  }

  void start() {
    long nanos = (long) (PERIOD.toNanos() * (0.9 + 0.2 * entropy.nextDouble()));
    timer = timers.after(Duration.ofNanos(nanos), action);
  }

  void stop() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
