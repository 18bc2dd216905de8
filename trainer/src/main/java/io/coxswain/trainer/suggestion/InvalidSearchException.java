package io.coxswain.trainer.suggestion;

/** An invalid search; the message names the parameter or the setting. */
public final class InvalidSearchException extends Exception {
  public InvalidSearchException(String message) {
    super(message);
  }
}
