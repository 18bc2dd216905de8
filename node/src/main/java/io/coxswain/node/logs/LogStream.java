package io.coxswain.node.logs;

import io.coxswain.env.CancelledException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Lines of a log, as they come. For one task at a time. */
public interface LogStream extends AutoCloseable {

  /** Waits for more; null at the end. */
  byte @Nullable [] next() throws IOException, CancelledException;

  @Override
  void close();
}
