package io.coxswain.env;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An answer that arrives piece by piece. */
public interface ApiStream extends AutoCloseable {

  int status();

  /** The answer's body when the status is not 200. */
  ApiResponse refusal();

  /** Waits for more bytes; null at the end. */
  byte @Nullable [] next() throws IOException, CancelledException;

  @Override
  void close();
}
