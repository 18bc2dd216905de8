package io.coxswain.apiserver.metrics;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A watch whose events are counted, and which is counted as open until it is closed. */
final class CountedWatch implements ApiWatch {
  private final ApiWatch watch;
  private final OpenCount open;
  private final CounterDataPoint events;

  CountedWatch(ApiWatch watch, OpenCount open, CounterDataPoint events) {
    this.watch = watch;
    this.open = open;
    this.events = events;
  }

  @Override
  public int status() {
    return watch.status();
  }

  @Override
  public String mediaType() {
    return watch.mediaType();
  }

  @Override
  public ApiResponse errorResponse() {
    return watch.errorResponse();
  }

  @Override
  public @Nullable Frame next() throws IOException {
    Frame frame = watch.next();
    if (frame != null) {
      events.inc();
    }
    return frame;
  }

  @Override
  public boolean ready() {
    return watch.ready();
  }

  @Override
  public void close() {
    open.close();
    watch.close();
  }
}
