package io.coxswain.apiserver.metrics;

import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A stream that is counted as open until it is closed. */
final class CountedStream implements ApiStream {
  private final ApiStream stream;
  private final OpenCount open;

  CountedStream(ApiStream stream, OpenCount open) {
    this.stream = stream;
    this.open = open;
  }

  @Override
  public int status() {
    return stream.status();
  }

  @Override
  public ApiResponse errorResponse() {
    return stream.errorResponse();
  }

  @Override
  public byte @Nullable [] next() throws IOException {
    return stream.next();
  }

  @Override
  public void close() {
    open.close();
    stream.close();
  }
}
