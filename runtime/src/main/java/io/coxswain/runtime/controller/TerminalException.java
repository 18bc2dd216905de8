package io.coxswain.runtime.controller;

/**
 * An error that a retry cannot fix. It is logged and counted, and the key is not requeued until its
 * object changes.
 */
public final class TerminalException extends RuntimeException {
  public TerminalException(String message) {
    super(message);
  }

  public TerminalException(String message, Throwable cause) {
    super(message, cause);
  }
}
