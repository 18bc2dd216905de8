package io.coxswain.runtime.transport;

import java.io.IOException;

/** A reused connection was closed before the complete request had been sent. */
final class NotSentException extends IOException {
  private static final long serialVersionUID = 1L;

  NotSentException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
