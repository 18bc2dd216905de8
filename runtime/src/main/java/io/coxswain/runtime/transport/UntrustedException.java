package io.coxswain.runtime.transport;

import java.io.IOException;

/** The server's certificate is not trusted, so nothing was sent. */
final class UntrustedException extends IOException {
  private static final long serialVersionUID = 1L;

  UntrustedException(String message, Throwable cause) {
    super(message, cause);
  }
}
