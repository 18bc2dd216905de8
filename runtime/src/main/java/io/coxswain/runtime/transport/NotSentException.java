package io.coxswain.runtime.transport;

import java.io.IOException;

/** A kept connection turned out to be closed before all of the request was sent over it. */
final class NotSentException extends IOException {
  private static final long serialVersionUID = 1L;

  NotSentException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
