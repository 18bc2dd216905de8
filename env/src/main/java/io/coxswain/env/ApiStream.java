package io.coxswain.env;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A response whose body is read as it arrives. */
public interface ApiStream extends AutoCloseable {

  int status();

  /** The complete error response if the status is not 200. */
  ApiResponse errorResponse();

  /** Waits for more bytes; null at the end. */
  byte @Nullable [] next() throws IOException, CancelledException;

  @Override
  void close();
}
