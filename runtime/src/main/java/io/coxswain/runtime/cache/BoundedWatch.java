package io.coxswain.runtime.cache;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Timers;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A watch that is closed when it exceeds its duration, because a peer that vanished never closes
 * it.
 */
final class BoundedWatch implements ApiWatch {
  private final ApiWatch watch;
  private final Timers.Timer limit;

  private BoundedWatch(ApiWatch watch, Timers.Timer limit) {
    this.watch = watch;
    this.limit = limit;
  }

  static ApiWatch bound(ApiWatch watch, Timers timers, Duration atMost) {
    return new BoundedWatch(watch, timers.after(atMost, watch::close));
  }

  @Override
  public int status() {
    return watch.status();
  }

  @Override
  public ApiResponse errorResponse() {
    return watch.errorResponse();
  }

  @Override
  public @Nullable Frame next() throws IOException, CancelledException {
    return watch.next();
  }

  @Override
  public void close() {
    limit.cancel();
    watch.close();
  }
}
