package io.coxswain.apiserver.metrics;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A stream that counts as open until it is closed. */
final class CountedStream implements ApiStream {
  private final ApiStream stream;
  private final GaugeDataPoint open;
  private final AtomicBoolean closed = new AtomicBoolean();

  CountedStream(ApiStream stream, GaugeDataPoint open) {
    this.stream = stream;
    this.open = open;
  }

  @Override
  public int status() {
    return stream.status();
  }

  @Override
  public ApiResponse refusal() {
    return stream.refusal();
  }

  @Override
  public byte @Nullable [] next() throws IOException {
    return stream.next();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      open.dec();
    }
    stream.close();
  }
}
