package io.coxswain.runtime.flags;

/** An invalid command line or configuration file. */
public final class FlagException extends Exception {
  public FlagException(String message) {
    super(message);
  }
}
