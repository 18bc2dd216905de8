package io.coxswain.runtime.transport;

import java.io.IOException;

/** The server showed a certificate that we do not trust, so nothing was sent to it. */
final class UntrustedException extends IOException {
  private static final long serialVersionUID = 1L;

  UntrustedException(String message, Throwable cause) {
    super(message, cause);
  }
}
