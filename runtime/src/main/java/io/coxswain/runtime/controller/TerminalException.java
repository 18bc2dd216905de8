package io.coxswain.runtime.controller;

/**
 * A failure that trying again cannot mend. Logged and counted; the key waits for the next change.
 */
public final class TerminalException extends RuntimeException {
  public TerminalException(String message) {
    super(message);
  }

  public TerminalException(String message, Throwable cause) {
    super(message, cause);
  }
}
